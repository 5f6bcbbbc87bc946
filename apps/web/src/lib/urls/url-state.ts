import { useMemo } from 'react'
import { type Location, useLocation, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'

/** Search parameters by name; undefined and empty lists are left out. */
export type SearchParts = Readonly<Record<string, string | readonly string[] | undefined>>

export type SearchState<T> =
  | { readonly state: T; readonly problem?: undefined }
  | { readonly state?: undefined; readonly problem: string }

/** A parameter that may be given any number of times. */
export function repeated<T extends z.ZodType>(one: T) {
  return z.preprocess((value) => asList(value), z.array(one))
}

function asList(value: unknown): unknown[] {
  if (!Array.isArray(value)) return value === undefined ? [] : [value]
  const list: unknown[] = value
  return list
}

/** Reads search parameters by a schema. Unknown ones are ignored; a wrong one is an error and never repaired. */
export function parseSearch<S extends z.ZodType>(
  schema: S,
  params: URLSearchParams,
): SearchState<z.output<S>> {
  const parts: Record<string, string | string[] | undefined> = {}
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name)
    parts[name] = values.length === 1 ? values[0] : values
  }
  const read = schema.safeParse(parts)
  if (read.success) return { state: read.data }
  return { problem: read.error.issues.map((issue) => describeIssue(issue, params)).join('\n') }
}

function describeIssue({ path: [name], message, code }: z.core.$ZodIssue, params: URLSearchParams): string {
  if (code === 'custom') return message
  const given = params.getAll(String(name)).join(', ')
  return `“${given}” is not a valid value for “${String(name)}”.`
}

/** `?a=1&b=2`, or nothing; `:` and `,` stay readable. */
export function toQueryString(parts: SearchParts): string {
  const pairs = Object.entries(parts).flatMap(([name, value]) =>
    listOf(value).map((one) => `${encodeURIComponent(name)}=${encodeReadable(one)}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function listOf(value: SearchParts[string]): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

function encodeReadable(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',')
}

/** The search parameters with some of them replaced, the others as they were. */
export function withParts(params: URLSearchParams, changes: SearchParts): string {
  const kept: Record<string, string | readonly string[] | undefined> = {}
  for (const name of new Set(params.keys())) kept[name] = params.getAll(name)
  return toQueryString({ ...kept, ...changes })
}

export type WriteSearch = (changes: SearchParts, history: 'push' | 'replace') => void

interface Written {
  search: string
  /** What is written next belongs to the same step back. */
  hasPushed: boolean
}

/** Where the router is on its way to from a place: what is written in the same moment goes on from there. */
const writtenAt = new WeakMap<Location, Written>()

/**
 * The page's state as the address holds it. `write` changes parts of the address: `push` for what the back button
 * should undo (another period, an opened drawer), `replace` for what it should not (each letter of a keyword).
 */
export function useUrlState<S extends z.ZodType>(
  schema: S,
): SearchState<z.output<S>> & { write: WriteSearch } {
  const [params] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const read = useMemo(() => parseSearch(schema, params), [schema, params])
  async function write(changes: SearchParts, asked: 'push' | 'replace') {
    const before = writtenAt.get(location)
    const search = withParts(before === undefined ? params : new URLSearchParams(before.search), changes)
    const hasPushed = before?.hasPushed === true
    const written = { search, hasPushed: hasPushed || asked === 'push' }
    writtenAt.set(location, written)
    await navigate({ search }, { replace: hasPushed || asked === 'replace', preventScrollReset: true })
    if (writtenAt.get(location) === written) writtenAt.delete(location)
  }
  return { ...read, write: (changes, asked) => void write(changes, asked) }
}
