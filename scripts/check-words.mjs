// Sentences that people read: texts in the code, as its parser finds them, and those of the guide.
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { at } from './places.mjs'

const vite = createRequire(at('apps/web/package.json')).resolve('vite/package.json')
const { parseSync, Visitor } = await import(pathToFileURL(join(dirname(vite), 'dist/node/index.js')).href)

/** What is refused in a text, and what a product of this kind says. */
const rules = [
  [/\bany ?more\b/, 'no longer'],
  [/\bby (?:itself|themselves)\b/, 'automatically'],
  [/\b(?:[Nn]obody|[Ww]ho) has more than\b/, 'You can have at most …'],
  [/\b[Ee]-mail/, 'email'],
  [/\bsent anew\b|\banew\b/, 'again'],
  [/\bEmpty: /, 'Leave empty to …'],
  [/\b(?:so many|too few) (?:calls|rows|seconds) on\b/, 'at least'],
  [/\bnot (?:there|on) yet\b/, 'never, or does not exist'],
  [/\b(?:in|at) all \d/, 'in total'],
  [/\b[Ll]ook only at\b/, 'Drill down'],
  [/\b[Ff]ollows? the source again\b/, 'reset to source'],
  [/\b(?:has|have) not (?:the|a|an)\b/, 'does not have'],
  [/\bis no (?:e-?mail|telephone|phone|number|address|name|call|file|sound|PNG|WAV)/, 'is not a'],
  [/\bmay not (?:hold|be had)\b|\bcannot be had\b|\bto be had\b/, 'must not contain, is not available'],
  [/\b(?:is|are) (?:there )?no more\b/, 'no longer exists'],
  [/\bby hand\b/, 'manually'],
  [/\b(?:Fold|Unfold) the\b/, 'Collapse, Expand'],
  [/\bTake (?:away|out)\b/, 'Remove'],
  [/\bfor ever\b/, 'forever'],
  [/\bof (?:its|their) own accord\b/, 'automatically'],
  [/\bis for administrators to say\b|\bby administrators alone\b/, 'Only administrators can …'],
  [/\b(?:is|are) not active\b/, 'is inactive'],
  [/\bthe (?:usual|former) (?:columns|values)\b/, 'default'],
]

const { texts: files, guides } = {
  texts: globSync('{packages,apps}/**/*.{ts,tsx}', {
    cwd: at(),
    exclude: (path) => /(^|\/)(node_modules|dist|data|test|demo|spoken-numbers)$|\.test\.tsx?$/.test(path),
  }),
  guides: globSync(['docs/guide/*.md', 'README.md'], { cwd: at() }),
}
for (const file of files) {
  const source = readFileSync(at(file), 'utf8')
  for (const { text, start } of textsOf(file, source)) check(file, source.slice(0, start), text)
}
for (const file of guides) {
  let before = ''
  // A sentence goes on over the lines of its paragraph.
  for (const paragraph of readFileSync(at(file), 'utf8').split(/(?<=\n\n)/)) {
    check(file, before, paragraph)
    before += paragraph
  }
}

/** Strings, parts of templates, and what stands between tags. */
function textsOf(file, source) {
  const found = []
  const add = (text, { start }) => {
    if (typeof text === 'string' && text.includes(' ')) found.push({ text, start })
  }
  const visitor = new Visitor({
    Literal: (node) => add(node.value, node),
    TemplateElement: (node) => add(node.value.cooked, node),
    JSXText: (node) => add(node.value, node),
  })
  visitor.visit(parseSync(file, source).program)
  return found
}

function check(file, before, text) {
  const plain = text.replaceAll(/\s+/g, ' ')
  for (const [refused, words] of rules) {
    const hit = refused.exec(plain)
    if (hit === null) continue
    console.error(
      `${file}:${before.split('\n').length}: “${hit[0]}” in a sentence that people read: say “${words}”`,
    )
    process.exitCode = 1
  }
}
