import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { clickhouseMigrations } from '../migrations/clickhouse/list.ts'
import { version } from './lib/version.ts'
import { readConfig, variableNames } from './config.ts'

/** What a new version changes of the databases has to be said. */
const newest = {
  PostgreSQL: readdirSync(join(import.meta.dirname, '../migrations/postgres'))
    .toSorted()
    .at(-1)
    ?.slice(0, 4),
  ClickHouse: clickhouseMigrations.at(-1)?.name.slice(0, 4),
}

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name)

/** What Node itself reads, and what the image says of itself. */
const ofNode = ['CALLBOARD_COMMIT', 'NODE_ENV', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'UV_THREADPOOL_SIZE']
const known = [...variableNames, ...ofNode]

const Service = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()),
})
const Compose = z.object({ services: z.record(z.string(), Service) })
const Container = z.object({
  image: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
})
const StatefulSet = z.object({
  spec: z.object({
    replicas: z.number(),
    template: z.object({ spec: z.object({ containers: z.array(Container) }) }),
  }),
})

/** The services of a compose file that are the portal, by name. */
function readPortals(file: string): [string, z.infer<typeof Service>][] {
  const { services } = Compose.parse(parse(read(`deploy/compose/${file}`), { merge: true }))
  return Object.entries(services).filter(([, { image }]) => image === 'callboard')
}

/** As compose fills in what has to be given, and leaves out what need not. */
const filledIn = (value: string) =>
  value.replaceAll(/\$\{\w+:\?[^}]+\}/g, 'plover-quartz-41').replaceAll(/\$\{\w+:-\}/g, '')

function readStatefulSet(): z.infer<typeof StatefulSet> {
  const [set] = parseAllDocuments(read('deploy/kubernetes/callboard.yaml'))
  return StatefulSet.parse(set?.toJS())
}

describe('what the portal is deployed with', () => {
  const dockerfile = read('Dockerfile')

  it('sets only variables that there are', () => {
    const portals = [...readPortals('compose.yaml'), ...readPortals('several.yaml')]
    const set = readStatefulSet()
    const [container] = set.spec.template.spec.containers
    const given = [
      ...portals.flatMap(([, { environment }]) => Object.keys(environment)),
      ...(container?.env.map(({ name }) => name) ?? []),
      ...names(read('deploy/systemd/callboard.service'), /^Environment=(\w+)=/gm),
      ...names(dockerfile, /^(?:ENV| {4})\s*([A-Z_]+)=/gm),
    ]
    expect(given.length).toBeGreaterThan(15)
    expect(given.filter((name) => name === undefined || !known.includes(name))).toEqual([])
  })

  it('starts one process on a data folder, of this version', () => {
    const set = readStatefulSet()
    const { replicas, template } = set.spec
    expect(replicas).toBe(1)
    expect(template.spec.containers.map(({ image }) => image)).toEqual([`callboard:${version}`])
  })

  it('has of several processes two for people and two that work, each on a data folder of its own', () => {
    const portals = readPortals('several.yaml').filter(([name]) => name !== 'migrate')
    const roles = portals.map(([name, { environment }]) => [name, environment['PROCESS']])
    expect(Object.fromEntries(roles)).toEqual({
      'web-1': 'web',
      'web-2': 'web',
      'worker-1': 'worker',
      'worker-2': 'worker',
    })
    const folders = portals.map(([, { volumes }]) => volumes.find((volume) => volume.endsWith(':/data')))
    expect(new Set(folders).size).toBe(portals.length)
    for (const [, { environment, volumes }] of portals) {
      const given: Record<string, string> = {}
      for (const [name, value] of Object.entries(environment)) given[name] = filledIn(value)
      expect(readConfig(given)).toMatchObject({
        databaseUrl: 'postgres://callboard:plover-quartz-41@postgres/callboard',
        recordings: { folder: '/files/recordings' },
      })
      expect(volumes).toContain('files:/files')
    }
  })

  it('runs a file that there is, and copies folders that there are', () => {
    const copied = names(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap(
      (paths) => paths?.split(' ') ?? [],
    )
    const run = names(dockerfile, /^ENTRYPOINT \["node", "(.+?)"\]/gm)
    expect(run).toEqual(['apps/server/src/main.ts'])
    expect([...copied, ...run].filter((path) => !existsSync(join(root, path ?? '')))).toEqual([])
  })

  it('is told as a change, with the schemas that it brings', () => {
    const [, latest = ''] = read('CHANGELOG.md').split(/^## /m)
    expect(latest).toMatch(new RegExp(`^${RegExp.escape(version)} `))
    for (const [name, number] of Object.entries(newest)) expect(latest).toContain(`${name} ${number}`)
  })
})
