"""The requests that a page sends."""

from __future__ import annotations

POST = """async ([path, body]) => {
    const session = await (await fetch("/api/session")).json();
    const headers = { "X-CSRF-Token": session.csrf, "Content-Type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
}"""
