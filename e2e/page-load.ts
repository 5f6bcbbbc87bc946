import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { z } from 'zod'

/** A network as the browser slows it down. */
export interface Network {
  latencyMs: number
  mbitPerSecond: number
}

/** What a page of the portal took to be shown, in a browser that had nothing of it. */
export interface PageLoad {
  requests: number
  /** As sent, headers included. */
  bytes: number
  /** From the navigation until the first figure was painted. */
  figuresMs: number
  /** How much moved while it was loaded: the sum of all layout shifts. */
  cls: number
  /** How long the page did not answer: what tasks took beyond 50 ms, until the first figure. */
  blockedMs: number
}

const Observed = z.object({ figuresMs: z.number(), cls: z.number(), blockedMs: z.number() })

/** How long the network must be silent: also what a page fetches when it has nothing else to do counts. */
const idleMs = 700

/**
 * Opens an address in a context that has never opened any, and counts until nothing is fetched any more. `figure` selects
 * what the page is opened for; it counts as soon as one is there and painted.
 */
export async function loadPage(
  context: BrowserContext,
  { path, figure, network }: { path: string; figure: string; network?: Network | undefined },
): Promise<PageLoad> {
  const page = await context.newPage()
  try {
    await page.addInitScript(observeLoad, figure)
    const client = await context.newCDPSession(page)
    const traffic = await countTraffic(client, network)
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('figures').length > 0)
    await traffic.idle()
    return { ...traffic.counted(), ...(await readObserved(page)) }
  } finally {
    await page.close()
  }
}

async function readObserved(page: Page): Promise<z.infer<typeof Observed>> {
  const text = await page.evaluate(() => document.documentElement.dataset['observed'])
  return Observed.parse(JSON.parse(text ?? ''))
}

/** Runs in the page, before anything of it. */
function observeLoad(figure: string): void {
  const observed = { figuresMs: 0, cls: 0, blockedMs: 0 }
  const keep = () => {
    document.documentElement.dataset['observed'] = JSON.stringify(observed)
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) observed.cls += Number(Reflect.get(entry, 'value'))
    keep()
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (observed.figuresMs === 0 || startTime < observed.figuresMs) observed.blockedMs += duration - 50
    keep()
  }).observe({ type: 'longtask', buffered: true })
  const poll = () => {
    if (document.querySelector(figure) === null) return void requestAnimationFrame(poll)
    // It is painted at the end of the frame in which it was found.
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', () => {
      observed.figuresMs = performance.mark('figures').startTime
      keep()
      channel.port1.close()
    })
    channel.port1.start()
    channel.port2.postMessage('')
  }
  poll()
}

/** Counts what is fetched. An event stream never ends: it is a request, and does not keep the network busy. */
async function countTraffic(client: CDPSession, network: Network | undefined) {
  await client.send('Network.enable')
  if (network !== undefined) {
    const bytesPerSecond = (network.mbitPerSecond * 1_000_000) / 8
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
  }
  const open = new Set<string>()
  const asked = new Set<string>()
  const counted = new Set<string>()
  let bytes = 0
  let lastAt = performance.now()
  const end = (id: string) => {
    open.delete(id)
    lastAt = performance.now()
  }
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return
    open.add(requestId)
    // As calls come in, the same is asked for again, which is no part of the first page.
    const what = `${request.method} ${request.url} ${request.postData ?? ''}`
    if (asked.has(what)) return
    asked.add(what)
    counted.add(requestId)
  })
  client.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType === 'text/event-stream') end(requestId)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) bytes += encodedDataLength
    end(requestId)
  })
  client.on('Network.loadingFailed', ({ requestId }) => end(requestId))
  return {
    counted: () => ({ requests: counted.size, bytes }),
    idle: async () => {
      while (open.size > 0 || performance.now() - lastAt < idleMs)
        await new Promise((resolve) => setTimeout(resolve, 50))
    },
  }
}
