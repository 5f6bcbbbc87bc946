import { parentPort } from 'node:worker_threads'
import { Liquid } from 'liquidjs'

// The thread of `TemplateRenderer`: whatever a template does, it does here and for a limited time.

export const templateParts = ['subject', 'bodyHtml', 'bodyText'] as const
export type TemplatePart = (typeof templateParts)[number]

export interface RenderTask {
  texts: Record<TemplatePart, string>
  /** What the templates may name. */
  scope: object
}

export interface PartError {
  part: TemplatePart
  description: string
}

export type RenderMessage =
  | { kind: 'ready' }
  | { kind: 'done'; texts: Record<TemplatePart, string> }
  | { kind: 'errors'; errors: PartError[] }

const longestOutput = 1 << 20

/** Tags that read other templates. */
const noTags = ['include', 'render', 'layout', 'block'] as const
/** The way around escaping. */
const noFilters = ['raw'] as const

function engineOf(escaping: { outputEscape?: 'escape' }): Liquid {
  const engine = new Liquid({
    ...escaping,
    // Other templates are looked up in here instead of in the file system; there are none.
    templates: {},
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: 300_000,
    renderLimit: 500,
    memoryLimit: 10_000_000,
  })
  for (const name of noTags) Reflect.deleteProperty(engine.tags, name)
  for (const name of noFilters) Reflect.deleteProperty(engine.filters, name)
  return engine
}

const html = engineOf({ outputEscape: 'escape' })
const plain = engineOf({})

function render({ texts, scope }: RenderTask): RenderMessage {
  const errors: PartError[] = []
  const part = (name: TemplatePart): string => {
    try {
      const engine = name === 'bodyHtml' ? html : plain
      const output = String(engine.parseAndRenderSync(texts[name], scope))
      if (output.length <= longestOutput) return output
      errors.push({ part: name, description: 'It makes more than a megabyte of text.' })
    } catch (error) {
      errors.push({ part: name, description: sentenceOf(error) })
    }
    return ''
  }
  const [subject, bodyHtml, bodyText] = [part('subject'), part('bodyHtml'), part('bodyText')]
  return errors.length > 0
    ? { kind: 'errors', errors }
    : { kind: 'done', texts: { subject, bodyHtml, bodyText } }
}

/** `tag "x" not found, line:3, col:1` → `Line 3: tag "x" not found.` */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, what = message, line] = /^([^]*?)(?:, file:[^,]*)?, line:(\d+), col:\d+$/.exec(message) ?? []
  const words = what.slice(0, 300).replace(/\.$/, '')
  return line === undefined ? `${words}.` : `Line ${line}: ${words}.`
}

if (parentPort !== null) {
  const port = parentPort
  const answer = (message: RenderMessage) => port.postMessage(message)
  port.on('message', (task: RenderTask) => answer(render(task)))
  answer({ kind: 'ready' })
}
