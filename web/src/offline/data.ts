// What the build has written: the server's answers that are the same for everybody, by the ends of their addresses.

import { CallError } from "../api/http";

/** The address of a file that the build has written, such as "reading/glossary.json". */
export const dataFile = (name: string): URL => new URL(`data/${name}`, document.baseURI);

/** The file of an answer, such as "reading/glossary". */
export async function written(name: string): Promise<Response> {
  const response = await fetch(dataFile(`${name}.json`)).catch(() => null);
  if (response === null) throw new CallError(0, "unreachable", null);
  if (!response.ok) throw new CallError(404, "not_found", null);
  return response;
}

const read = new Map<string, Promise<unknown>>();

/** The content of a file, which is read once, and again after a failure. */
export function data<Value>(name: string): Promise<Value> {
  let value = read.get(name);
  if (value === undefined) {
    value = written(name).then((response) => response.json());
    value.catch(() => read.delete(name));
    read.set(name, value);
  }
  return value as Promise<Value>;
}
