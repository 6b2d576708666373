import { expect, test } from "vitest";
import { embedCode } from "../../src/studies/embed_code";

test("the code names the chapter's page", () => {
  expect(embedCode("https://a.example", "x1", "y2", "Mino")).toContain(
    'src="https://a.example/study/x1/embed/y2" title="Mino"',
  );
});

test("a name cannot leave the attribute it stands in", () => {
  const code = embedCode("https://a.example", "x", "y", '"><script>&');
  expect(code).toContain('title="&#34;&#62;&#60;script&#62;&#38;"');
});
