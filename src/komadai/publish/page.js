"use strict";
// The page of one game. The data contain every position; this script knows no rules.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const nodes = data.nodes.map(([position, from, to, check, parent, main, number, ms, en, ja]) => ({
    position, from, to, check, parent, main, number, ms, text: { en, ja },
    others: [], link: null, visited: main,
  }));
  nodes.forEach((node, index) => {
    if (index && nodes[node.parent].main !== index) nodes[node.parent].others.push(index);
  });
  const find = (id) => document.getElementById(id);
  const WIDTH = 66, HEIGHT = 72.6, MARGIN = 30;
  const SVG = "http://www.w3.org/2000/svg";
  const SIDES = ["black", "white"];
  let at = data.at, flipped = data.flip, language = document.documentElement.lang, playing = 0;

  const make = (name, attributes) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const squareName = (square) => Math.floor(square / 9) + 1 + (language === "ja" ? "一二三四五六七八九" : "abcdefghi")[square % 9];
  const clock = (ms) => {
    const seconds = Math.floor(ms / 1000), hours = Math.floor(seconds / 3600);
    const two = (number) => String(number).padStart(2, "0");
    const minutes = Math.floor(seconds / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  // An SFEN board: the pieces by square, each as [letter with +, whether it is White's].
  const pieces = (board) => {
    const found = new Map();
    board.split("/").forEach((row, rank) => {
      let file = 9;
      for (const [, empty, promoted, letter] of row.matchAll(/(\d)|(\+?)([A-Za-z])/g)) {
        if (empty) file -= Number(empty);
        else found.set((file-- - 1) * 9 + rank, [promoted + letter.toUpperCase(), letter !== letter.toUpperCase()]);
      }
    });
    return found;
  };
  const held = (hands, white) => {
    const found = [];
    for (const [, count, letter] of hands.matchAll(/(\d*)([A-Za-z])/g))
      if ((letter !== letter.toUpperCase()) === white) found.push([letter.toUpperCase(), Number(count || 1)]);
    return found;
  };
  const sprite = (kind, white) => `#${kind.replace("+", "p")}${white !== flipped ? "t" : ""}`;
  const corner = (square) => {
    let column = 8 - Math.floor(square / 9), row = square % 9;
    if (flipped) [column, row] = [8 - column, 8 - row];
    return [MARGIN + column * WIDTH, MARGIN + row * HEIGHT];
  };

  const drawBoard = (node, board) => {
    const marks = find("marks"), group = find("pieces");
    marks.replaceChildren();
    group.replaceChildren();
    for (const [square, name] of [[node.from, "from"], [node.to, "to"]]) {
      if (square < 0) continue;
      const [x, y] = corner(square);
      marks.append(make("rect", { x, y, width: WIDTH, height: HEIGHT, class: name }));
    }
    if (node.check >= 0) {
      const [x, y] = corner(node.check);
      marks.append(make("use", { href: "#ring", x: x + WIDTH / 2, y: y + HEIGHT / 2 }));
    }
    for (const [square, [kind, white]] of board) {
      const [x, y] = corner(square);
      group.append(make("use", { href: sprite(kind, white), x: x + WIDTH / 2, y: y + HEIGHT / 2 }));
    }
    for (const labels of document.querySelectorAll(".labels"))
      labels.style.display = labels.dataset.of === `${language} ${flipped}` ? "" : "none";
  };
  const drawHand = (side, hands, turn) => {
    const element = document.querySelector(`#${SIDES[side]} .hand`);
    const list = held(hands, side === 1);
    element.classList.toggle("to-move", turn === side);
    element.replaceChildren(...list.map(([kind, count]) => {
      const item = document.createElement("div");
      const picture = make("svg", { viewBox: "-33 -36.3 66 72.6" });
      picture.append(make("use", { href: sprite(kind, side === 1) }));
      item.className = "held";
      item.append(picture);
      if (count > 1) item.append(Object.assign(document.createElement("b"), { textContent: count }));
      return item;
    }));
    const words = data.words[language];
    const named = list.map(([kind, count]) => words.pieces[kind] + (count > 1 ? ` ×${count}` : ""));
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", `${words.sides[side]}, ${words.hand}: ${named.join(", ") || words.nothing}`);
  };
  const describe = (board) => {
    const words = data.words[language];
    return [0, 1].map((side) => {
      const own = [...board].filter(([, [, white]]) => white === (side === 1));
      return `${words.sides[side]}: ${own.map(([square, [kind]]) => `${words.pieces[kind]} ${squareName(square)}`).join(", ")}.`;
    }).join(" ");
  };
  const used = (side) => {
    let sum = 0, known = false;
    for (let index = at; index; index = nodes[index].parent) {
      const mover = nodes[nodes[index].parent].position.split(" ")[1] === "w" ? 1 : 0;
      if (mover === side && nodes[index].ms !== null) [sum, known] = [sum + nodes[index].ms, true];
    }
    return known ? clock(sum) : "";
  };

  const show = (index, scroll = true) => {
    at = index;
    const node = nodes[at], [sfen, turn, hands] = node.position.split(" ");
    const board = pieces(sfen);
    drawBoard(node, board);
    [0, 1].forEach((side) => {
      drawHand(side, hands, turn === "w" ? 1 : 0);
      document.querySelector(`#${SIDES[side]} .used`).textContent = used(side);
    });
    document.querySelector("main").classList.toggle("flipped", flipped);
    const move = at ? `${node.number} ${node.text[language]}` : data.words[language].start;
    find("current-move").textContent = move;
    find("board").setAttribute("aria-label", `${move}. ${describe(board)}`);
    const notes = node.link ? [...node.link.anchor.parentElement.querySelectorAll("p")] : [];
    find("comment").textContent = notes.map((note) => note.textContent).join("\n");
    for (const other of nodes) other.link?.anchor.removeAttribute("aria-current");
    node.link?.anchor.setAttribute("aria-current", "true");
    if (scroll && node.link) {
      const list = find("moves"), row = node.link.anchor;
      if (list.scrollHeight > list.clientHeight)
        list.scrollTop = row.offsetTop - list.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
    }
    for (let child = at, up = node.parent; child; child = up, up = nodes[up].parent) nodes[up].visited = child;
    find("first").disabled = find("back").disabled = at === 0;
    find("next").disabled = find("last").disabled = !following(at);
    try {
      history.replaceState(null, "", `#${at}`);
    } catch { /* a page without an address, as in a preview */ }
    document.dispatchEvent(new CustomEvent("komadai:position", { detail: { index: at, language } }));
  };
  const following = (index) => nodes[index].visited || nodes[index].main;
  const last = () => {
    let index = at;
    while (following(index)) index = following(index);
    return index;
  };
  // The next or previous alternative to this move, cyclically.
  const sibling = (step) => {
    if (!at) return at;
    const parent = nodes[nodes[at].parent];
    const all = [...(parent.main ? [parent.main] : []), ...parent.others];
    return all[(all.indexOf(at) + step + all.length) % all.length];
  };
  const stop = () => {
    clearInterval(playing);
    playing = 0;
    find("play").setAttribute("aria-pressed", "false");
  };
  const play = () => {
    if (playing) return stop();
    if (!following(at)) show(0);
    find("play").setAttribute("aria-pressed", "true");
    playing = setInterval(() => {
      if (following(at)) show(following(at));
      if (!following(at)) stop();
    }, 1000);
  };
  const speak = () => {
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll("[data-en]")) element.textContent = element.dataset[language];
    for (const element of document.querySelectorAll("[data-label-en]")) {
      element.setAttribute("aria-label", element.dataset[`label${language === "ja" ? "Ja" : "En"}`]);
      element.title = element.getAttribute("aria-label");
    }
    nodes.forEach((node) => {
      if (node.link) node.link.anchor.querySelector(".move").textContent = node.text[language];
    });
    show(at, false);
  };

  for (const anchor of document.querySelectorAll("#moves a")) {
    const index = Number(anchor.hash.slice(1));
    nodes[index].link = { anchor };
    anchor.addEventListener("click", (event) => {
      event.preventDefault();
      stop();
      show(index, false);
    });
  }
  const actions = {
    first: () => show(0),
    back: () => show(nodes[at].parent),
    next: () => following(at) && show(following(at)),
    last: () => show(last()),
    play,
    flip: () => {
      flipped = !flipped;
      show(at, false);
    },
    language: () => {
      language = language === "ja" ? "en" : "ja";
      speak();
    },
  };
  for (const [name, action] of Object.entries(actions))
    find(name).addEventListener("click", () => {
      if (name !== "play" && name !== "flip" && name !== "language") stop();
      action();
    });
  const keys = {
    ArrowLeft: actions.back, ArrowRight: actions.next, Home: actions.first, End: actions.last,
    ArrowUp: () => show(sibling(-1)), ArrowDown: () => show(sibling(1)), f: actions.flip,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    event.preventDefault();
    if (event.key !== "f") stop();
    keys[event.key]();
  });
  const linked = () => {
    const index = Number(location.hash.slice(1));
    return location.hash && Number.isInteger(index) && index >= 0 && index < nodes.length ? index : data.at;
  };
  addEventListener("hashchange", () => linked() !== at && show(linked()));
  at = linked();
  speak();
  show(at);
})();
