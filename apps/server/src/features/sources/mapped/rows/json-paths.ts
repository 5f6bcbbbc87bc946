/** Reads the value at a path as a text: `data.from`, `legs.0.id`, `people[role=agent].name`. A key with a dot in it comes first. */
export function pathReader(path: string): (value: unknown) => string {
  const steps = stepsOf(path)
  return (value) => textOf(own(value, path) ?? follow(value, steps))
}

/** The value itself. */
export function valueAt(value: unknown, path: string): unknown {
  return path === '' ? value : (own(value, path) ?? follow(value, stepsOf(path)))
}

type Step = string | { readonly key: string; readonly is: string }

function stepsOf(path: string): Step[] {
  return [...path.matchAll(/\[([^\]=]+)=([^\]]*)\]|\[(\d+)\]|([^.[\]]+)/g)].map(
    ([, key, is = '', index, name]) => (key === undefined ? (index ?? name ?? '') : { key, is }),
  )
}

function follow(value: unknown, steps: readonly Step[]): unknown {
  let at = value
  for (const step of steps) {
    if (at === undefined || at === null) return undefined
    at = typeof step === 'string' ? own(at, step) : chosenOf(at, step)
  }
  return at
}

/** Of an array, the first element with a key of that value. */
function chosenOf(value: unknown, { key, is }: { key: string; is: string }): unknown {
  return Array.isArray(value) ? value.find((element) => textOf(own(element, key)) === is) : undefined
}

function own(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  const found: unknown = Reflect.get(value, key)
  return found
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === undefined || value === null) return ''
  if (Array.isArray(value) && value.every((element) => typeof element !== 'object'))
    return value.map(textOf).join(', ')
  return JSON.stringify(value)
}

const maxDepth = 8
const elementsLimit = 4

/** The paths at which values stand, of arrays those of the first elements. */
export function pathsOf(value: unknown, prefix = '', depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return prefix === '' ? [] : [prefix]
  if (Array.isArray(value)) {
    if (value.every((element) => typeof element !== 'object')) return [prefix]
    return value.slice(0, elementsLimit).flatMap((element, index) => {
      return pathsOf(element, prefix === '' ? String(index) : `${prefix}.${index}`, depth + 1)
    })
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    pathsOf(inner, prefix === '' ? key : `${prefix}.${key}`, depth + 1),
  )
}
