import { Liquid } from 'liquidjs'
import { isNamed } from './named-in-scope.ts'

// Runs in the worker of `TemplateRenderer`.

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

export interface Rendered {
  texts: RenderTask['texts']
  /** What the templates name and the scope does not have, as `user.fristName`. */
  unknownVariables: readonly string[]
}

export type RenderResult = Rendered | { errors: readonly PartError[] }

const maxOutputLength = 1 << 20

// Tags that read other templates, and the filter that bypasses escaping.
const noTags = ['include', 'render', 'layout', 'block'] as const
const noFilters = ['raw'] as const

function engineOf(escaping: { outputEscape?: 'escape' }): Liquid {
  const engine = new Liquid({
    ...escaping,
    // Instead of the file system.
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

export function render({ texts, scope }: RenderTask): RenderResult {
  const errors: PartError[] = []
  const unknown = new Set<string>()
  const part = (name: TemplatePart): string => {
    try {
      const engine = name === 'bodyHtml' ? html : plain
      const templates = engine.parse(texts[name])
      const output = String(engine.renderSync(templates, scope))
      for (const path of engine.globalVariableSegmentsSync(templates))
        if (!isNamed(scope, path)) unknown.add(path.filter((step) => typeof step !== 'object').join('.'))
      if (output.length <= maxOutputLength) return output
      errors.push({ part: name, description: 'It makes more than a megabyte of text.' })
    } catch (error) {
      errors.push({ part: name, description: sentenceOf(error) })
    }
    return ''
  }
  const rendered = { subject: part('subject'), bodyHtml: part('bodyHtml'), bodyText: part('bodyText') }
  return errors.length > 0 ? { errors } : { texts: rendered, unknownVariables: [...unknown] }
}

/** `tag "x" not found, line:3, col:1` → `Line 3: tag "x" not found.` */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, what = message, line] = /^([^]*?)(?:, file:[^,]*)?, line:(\d+), col:\d+$/.exec(message) ?? []
  const words = what.slice(0, 300).replace(/\.$/, '')
  return line === undefined ? `${words}.` : `Line ${line}: ${words}.`
}
