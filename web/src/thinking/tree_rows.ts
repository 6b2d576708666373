// The visible rows of a tree, and the keys that move between them: pure functions.

export interface TreeRow<T> {
  key: string;
  level: number;
  /** Whether its children are shown; null: it has none. */
  open: boolean | null;
  /** Its number among its siblings, from 1, and how many there are. */
  position: number;
  siblings: number;
  item: T;
}

/** The rows of the open part of a tree, in order. */
export function visibleRows<T>(
  items: readonly T[],
  open: ReadonlySet<string>,
  children: (item: T) => readonly T[],
  hasChildren: (item: T) => boolean,
  nameOf: (item: T) => string,
  parent = "",
  level = 1,
): TreeRow<T>[] {
  return items.flatMap((item, index) => {
    const key = `${parent}/${nameOf(item)}`;
    const isOpen = open.has(key);
    const row: TreeRow<T> = {
      key,
      level,
      open: hasChildren(item) ? isOpen : null,
      position: index + 1,
      siblings: items.length,
      item,
    };
    return isOpen
      ? [row, ...visibleRows(children(item), open, children, hasChildren, nameOf, key, level + 1)]
      : [row];
  });
}

export type TreeAction = { focus: number } | { toggle: number } | null;

/** What a key does in the row at this index: the pattern of ARIA's tree view. */
export function treeKey<T>(rows: readonly TreeRow<T>[], index: number, key: string): TreeAction {
  const row = rows[index];
  if (row === undefined) return null;
  switch (key) {
    case "ArrowDown":
      return index + 1 < rows.length ? { focus: index + 1 } : null;
    case "ArrowUp":
      return index > 0 ? { focus: index - 1 } : null;
    case "Home":
      return { focus: 0 };
    case "End":
      return { focus: rows.length - 1 };
    case "ArrowRight":
      if (row.open === false) return { toggle: index };
      return row.open && (rows[index + 1]?.level ?? 0) > row.level ? { focus: index + 1 } : null;
    case "ArrowLeft": {
      if (row.open) return { toggle: index };
      for (let above = index - 1; above >= 0; above -= 1)
        if ((rows[above]?.level ?? 0) < row.level) return { focus: above };
      return null;
    }
    case "Enter":
    case " ":
      return row.open === null ? null : { toggle: index };
    default:
      return null;
  }
}
