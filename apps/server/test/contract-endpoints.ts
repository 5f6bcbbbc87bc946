import { readdirSync } from 'node:fs'
import type { Endpoint } from '@callboard/contract/endpoint'
import { type RecordType, recordTypeNames, recordTypes } from '@callboard/contract/record-types'
import { z } from 'zod'

const folder = new URL('../../../packages/contract/src/', import.meta.url)

const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
const Exports = z.record(z.string(), z.unknown())
const modules = await Promise.all(
  files.map(async (name) => ({
    module: name.replace(/\.ts$/, ''),
    exported: Exports.parse({ ...(await import(new URL(name, folder).href)) }),
  })),
)

/** Every endpoint that the contract declares, with the name that its module gives it; some only among those of a record type. */
export const namedEndpoints = modules.flatMap(({ module, exported }) => {
  const named = endpointsIn(exported).map((one) => ({ module, ...one }))
  const others = Object.entries(exported).flatMap(([group, value]) =>
    endpointsIn(Exports.safeParse(value).data ?? {})
      .filter(({ endpoint }) => named.every((one) => one.endpoint !== endpoint))
      .map(({ name, endpoint }) => ({ module, name: `${group}.${name}`, endpoint })),
  )
  return [...named, ...others]
})

function endpointsIn(values: Record<string, unknown>) {
  return Object.entries(values).flatMap(([name, endpoint]) =>
    isEndpoint(endpoint) ? [{ name, endpoint }] : [],
  )
}

export const endpoints = namedEndpoints.map(({ endpoint }) => endpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value
}

export function routeOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** The record type that an endpoint is of, by its path; of several the one with the longest. */
export function recordTypeOf({ path }: Pick<Endpoint, 'path'>): RecordType | undefined {
  return recordTypeNames
    .filter((type) => `${path}/`.startsWith(`${apiPathOf(type)}/`))
    .toSorted((one, other) => apiPathOf(other).length - apiPathOf(one).length)[0]
}

export function apiPathOf(type: RecordType): string {
  const declared = recordTypes[type]
  return 'apiPath' in declared ? declared.apiPath : 'none'
}
