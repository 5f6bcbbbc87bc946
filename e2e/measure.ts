import { availableParallelism, cpus, loadavg } from 'node:os'
import type { Browser } from '@playwright/test'
import pages from './accessible-pages.json' with { type: 'json' }
import { firstPages } from './measured-pages.ts'
import { loadPage, type Network, type PageLoad } from './page-load.ts'
import type { Portal } from './start-portal.ts'
import { startSession } from './start-session.ts'

// npm run pictures -- --measure [--rounds 5] [--first]: how every page is loaded by a browser that has nothing of it.

const widths = [390, 1024, 1600] as const
const slow: Network = { latencyMs: 60, mbitPerSecond: 9 }
const networks = [
  { name: 'quick', network: undefined },
  { name: 'slow', network: slow },
] as const

interface MeasuredPage {
  name: string
  path: string
  figure: string
}

/** Loaded as soon as its heading is there and nothing of it waits. */
const nothingWaits = 'main:not(:has([aria-label="Loading"])) h1'

function measuredPages(isFirstOnly: boolean): MeasuredPage[] {
  const first = Object.entries(firstPages).map(([name, page]) => ({ name, ...page }))
  if (isFirstOnly) return first
  const { 'signed out': _, 'a saved report and its subscriptions': __, ...signedIn } = pages
  const known = new Set<string>(first.map(({ path }) => path))
  const others = Object.values(signedIn)
    .flat()
    .filter((path) => !known.has(path) && !path.includes('{'))
  return [...first, ...others.map((path) => ({ name: path, path, figure: nothingWaits }))]
}

/** Prints a line for each page, width and network: the median of the rounds, which take turns. */
export async function measurePages(browser: Browser, portal: Portal, args: readonly string[]): Promise<void> {
  const rounds = args.includes('--rounds') ? Number(args[args.indexOf('--rounds') + 1]) : 5
  const load = loadavg().map((one) => one.toFixed(1))
  console.log(`${availableParallelism()} cores (${cpus()[0]?.model ?? ''}), load ${load.join(', ')}`)
  const session = await startSession(portal.url, 'admin', portal.passwords['admin'] ?? '')
  const cases = measuredPages(args.includes('--first')).flatMap((page) =>
    networks.flatMap(({ name, network }) =>
      widths.map((width) => ({ page, network, networkName: name, width, loads: Array<PageLoad>() })),
    ),
  )
  for (let round = 0; round < rounds; round++)
    for (const { page, network, width, loads } of cases) {
      const context = await browser.newContext({ baseURL: portal.url, viewport: { width, height: 900 } })
      await context.addInitScript((stored) => localStorage.setItem('user_info', stored), session)
      loads.push(await loadPage(context, { ...page, network }))
      await context.close()
    }
  console.log('| page | network | width | figures, ms | blocked, ms | CLS | kB | requests |')
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const { page, networkName, width, loads } of cases) {
    const of = (value: (load: PageLoad) => number) => median(loads.map(value))
    const cells = [
      page.name,
      networkName,
      width,
      of(({ figuresMs }) => figuresMs).toFixed(0),
      of(({ blockedMs }) => blockedMs).toFixed(0),
      Math.max(...loads.map(({ cls }) => cls)).toFixed(3),
      (of(({ bytes }) => bytes) / 1000).toFixed(0),
      of(({ requests }) => requests),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
