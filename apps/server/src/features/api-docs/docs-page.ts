import { fields } from '@callboard/contract/call-fields'

/** Where the script and the styles of the page are served. */
const path = '/api/docs'

/** The page of the API: how to send a first call, then every call, which Swagger UI draws of the description. */
export function buildDocsPage(exampleCall: object): string {
  const body = JSON.stringify(exampleCall, null, 2)
  const day = Temporal.Instant.from(fields.startedAt.example).toZonedDateTimeISO('UTC').toPlainDate()
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Callboard API</title>
    <script src="${path}/theme.js"></script>
    <link rel="stylesheet" href="${path}/assets/swagger-ui.css" />
    <link rel="stylesheet" href="${path}/page.css" />
  </head>
  <body>
    <main>
      <section class="first" aria-labelledby="first">
        <h1 id="first">Send a first call</h1>
        <ol>
          <li>
            <p>
              Get an API key: an administrator adds one under
              <a href="/manage/apikeys/add">Administration, API Keys</a> for the customer whose calls they are, with
              the right to send calls. It is shown once.
            </p>
          </li>
          <li>
            <label for="key">Paste it here, and it stands in the command below and in each “Try it out”. It stays in this page.</label>
            <input id="key" type="text" autocomplete="off" spellcheck="false" placeholder="cbk_…" />
          </li>
          <li>
            <p>Run this, with the key in the <code>Authorization</code> header:</p>
            <div class="command">
              <pre><code id="command">curl <span id="origin">https://callboard.example.com</span>/api/calls \\
  -H 'Authorization: Bearer <span id="bearer">YOUR_KEY</span>' \\
  -H 'Content-Type: application/json' \\
  -d '${escapeHtml(body)}'</code></pre>
              <button id="copy" type="button">Copy</button>
            </div>
            <p>
              The answer <code>{"received":1,"created":1,…}</code> says that the call is on disk. Sent again with the same
              <code>externalCallId</code> it corrects that call: nothing is ever counted twice.
            </p>
          </li>
          <li>
            <p>See it in the <a href="/reports/calldetails?from=${day.toString()}&amp;to=${day.add({ days: 2 }).toString()}">call list</a>.</p>
          </li>
        </ol>
        <p class="quiet">
          Several calls go as an array, or one on each line as <code>application/x-ndjson</code>. Whatever a user does in the
          portal takes the token of a sign-in instead of a key: the answer of <code>POST /api/auth/login</code> has it,
          “Authorize” below takes it. Ids in the examples stand for those of your own records.
        </p>
        <p class="quiet">
          A <code>PUT</code> changes the fields that it names. It takes a record back as it was read, too: what only the
          portal sets is refused where it differs. A body that is not there has no type, and an empty parameter of an
          address is none.
        </p>
      </section>
      <div id="api"></div>
    </main>
    <script src="${path}/assets/swagger-ui-bundle.js"></script>
    <script src="${path}/start.js"></script>
  </body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Loaded before anything is drawn: dark or light as the portal is in this browser, else as the system prefers. */
export const themeScript = `const system = matchMedia('(prefers-color-scheme: dark)')
function show() {
  const chosen = localStorage.getItem('isDarkTheme')
  const isDark = chosen === 'true' || (chosen !== 'false' && system.matches)
  document.documentElement.classList.toggle('dark-mode', isDark)
}
show()
system.addEventListener('change', show)
addEventListener('storage', show)
`

export const startScript = `const part = (id) => document.getElementById(id)
const ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
  onComplete: authorize,
})
function authorize() {
  const key = part('key').value.trim()
  part('bearer').textContent = key === '' ? 'YOUR_KEY' : key
  if (key !== '') ui.preauthorizeApiKey('apiKey', key)
}
part('origin').textContent = location.origin
part('key').addEventListener('input', authorize)
part('copy').addEventListener('click', async () => {
  const text = part('command').textContent
  try {
    await navigator.clipboard.writeText(text)
    part('copy').textContent = 'Copied'
  } catch {
    getSelection().selectAllChildren(part('command'))
    part('copy').textContent = 'Press Ctrl+C'
  }
  setTimeout(() => (part('copy').textContent = 'Copy'), 2000)
})
`

export const pageStyles = `:root {
  --page: #f5f7fa;
  --panel: #ffffff;
  --line: #e4e8ef;
  --text: #1b2430;
  --quiet: #5b6778;
  --primary: #1d5fd1;
}
html.dark-mode {
  --page: #0e1319;
  --panel: #161c24;
  --line: #283140;
  --text: #e6ebf2;
  --quiet: #93a0b2;
  --primary: #5b93f5;
}
body,
html.dark-mode body,
html.dark-mode .swagger-ui {
  margin: 0;
  background: var(--page);
  color: var(--text);
  font: 15px/1.5 Arial, 'Liberation Sans', sans-serif;
}
main {
  max-width: 1200px;
  margin: 0 auto;
  padding: 24px 20px 48px;
}
.first {
  padding: 20px 24px;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--panel);
}
.first h1 {
  margin: 0 0 12px;
  font-size: 22px;
}
.first ol {
  margin: 0;
  padding-left: 20px;
}
.first li {
  margin-bottom: 12px;
}
.first p {
  margin: 0 0 8px;
}
.first a {
  color: var(--primary);
}
.first label {
  display: block;
  margin-bottom: 6px;
}
.first input {
  box-sizing: border-box;
  width: min(100%, 460px);
  padding: 8px 10px;
  border: 1px solid var(--quiet);
  border-radius: 6px;
  background: var(--page);
  color: inherit;
  font: 14px/1.4 monospace;
}
.first .command {
  position: relative;
  margin-bottom: 8px;
}
.first pre {
  margin: 0;
  padding: 14px 16px;
  overflow-x: auto;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--page);
  font: 13px/1.5 monospace;
}
.first button {
  position: absolute;
  top: 8px;
  right: 8px;
  padding: 6px 12px;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--panel);
  color: var(--primary);
  font: inherit;
  cursor: pointer;
}
.first :focus-visible {
  outline: 2px solid var(--primary);
  outline-offset: 2px;
}
.first .quiet {
  margin: 0;
  color: var(--quiet);
}
.swagger-ui .wrapper {
  max-width: none;
  padding: 0;
}
html.dark-mode .swagger-ui .examples-select__section-label {
  color: var(--text);
}
.swagger-ui .info {
  margin: 32px 0 16px;
}
`
