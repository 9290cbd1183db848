/**
 * The style of the verification page: colours and sizes are those of the console's theme (web/src/theme/tokens.ts), which
 * tests/browser/verify.test.ts compares.
 */
export const VERIFY_STYLE = `
:root { color-scheme: light dark; --ground: #f5f7fa; --card: #ffffff; --line: #e3e8ef; --border: #8491a5; --text: #131c2b; --soft: #51607a;
  --brand: #0b5c8c; --on-brand: #ffffff; --green: #14663a; --green-soft: #e0f5e8; --amber: #8a5300; --amber-soft: #fdf1d7; --red: #ad1f2a; --red-soft: #fde7e8; }
@media screen and (prefers-color-scheme: dark) {
  :root { --ground: #0d131c; --card: #141c27; --line: #253143; --border: #6f7f97; --text: #e8edf5; --soft: #a3b1c6;
    --brand: #56aede; --on-brand: #06202f; --green: #7fd6a3; --green-soft: #11301f; --amber: #efc266; --amber-soft: #33270f; --red: #f59aa1; --red-soft: #3b1519; }
}
body { display: grid; grid-template: auto 1fr / 1fr; box-sizing: border-box; min-height: 100vh; margin: 0; background: var(--card); color: var(--text);
  font: 0.875rem/1.55 Inter, system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif; font-variant-numeric: tabular-nums; }
header { display: flex; gap: 12px; align-items: center; padding: 16px 16px 0; }
h1 { margin: 0; font-size: 1rem; font-weight: 650; line-height: 1.4; text-wrap: balance; word-break: keep-all; overflow-wrap: anywhere; }
h2 { margin: 0 0 16px; font-size: 1.375rem; font-weight: 650; }
h3 { margin: 0; font-size: 1rem; font-weight: 600; }
.scene { display: none; }
.page { box-sizing: border-box; min-width: 0; display: flex; flex-direction: column; padding: 16px; }
nav { display: flex; justify-content: flex-end; gap: 16px; }
nav > * { padding: 6px 4px; color: var(--soft); text-decoration: none; }
nav [aria-current] { color: var(--text); font-weight: 600; box-shadow: inset 0 -2px var(--brand); }
main { box-sizing: border-box; width: min(400px, 100%); margin: auto; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.verdict { padding: 12px 16px; border-radius: 10px; }
.verdict p { margin: 4px 0 0; color: var(--text); }
.genuine { color: var(--green); background: var(--green-soft); }
.failed, .ended, .revoked { color: var(--amber); background: var(--amber-soft); }
.unknown, .altered { color: var(--red); background: var(--red-soft); }
dl { margin: 16px 0; }
dl div { display: flex; flex-wrap: wrap; column-gap: 16px; padding: 8px 0; border-bottom: 1px solid var(--line); }
dt { flex: 0 0 7rem; color: var(--soft); }
dd { flex: 1 1 12rem; margin: 0; font-weight: 500; }
form { margin: 16px 0; }
label { display: block; margin: 12px 0 4px; color: var(--soft); }
input { width: 100%; height: 44px; box-sizing: border-box; padding: 0 12px; font: inherit; font-size: 1rem; color: var(--text); background: transparent;
  border: 1px solid var(--border); border-radius: 6px; }
input::placeholder { color: var(--soft); opacity: 0.7; }
form p { margin: 4px 0 16px; }
button { width: 100%; height: 44px; font: inherit; font-size: 1rem; font-weight: 500; color: var(--on-brand); background: var(--brand); border: 0; border-radius: 6px; cursor: pointer; }
summary { width: fit-content; padding: 4px 0; color: var(--brand); cursor: pointer; text-decoration: underline; }
a { color: var(--brand); }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 1px; }
@media screen and (min-width: 900px) {
  body { grid-template: 1fr / minmax(0, 8fr) minmax(0, 7fr); }
  .scene { display: block; grid-area: 1 / 1; background: #cfe5f1 url("/dam.svg") center bottom / cover; }
  header { z-index: 1; grid-area: 1 / 1; align-self: start; align-items: start; padding: 40px; }
  h1 { max-width: 20em; font-size: 1.5rem; color: #0b3048; }
  .page { padding: 16px 32px; }
}
@media screen and (min-width: 900px) and (prefers-color-scheme: dark) {
  .scene { filter: brightness(0.5) saturate(1.5); }
  h1 { color: #fff; }
}
@media print {
  nav, details, form, .links { display: none; }
  body { min-height: 0; }
  main { width: 100%; margin: 24px 0 0; }
  .verdict { border: 1px solid; print-color-adjust: exact; }
}
`;
