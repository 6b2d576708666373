// What the build has written: the server's answers that are the same for everybody, by the ends of their addresses.

import { CallError } from "../api/http";

/** The file of an answer, such as "reading/glossary". */
export async function written(name: string): Promise<Response> {
  const response = await fetch(new URL(`data/${name}.json`, document.baseURI)).catch(() => null);
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
