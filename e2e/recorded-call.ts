import { expect, type Page } from '@playwright/test'
import { z } from 'zod'

const sampleRate = 8000
/** Of which most is only heard by who is slow: what plays must not end before a journey pauses it, on no machine. */
const seconds = 120
/** Of the keys 4 and 1, in hertz. */
const keyTones = { 4: [770, 1209], 1: [697, 1209] } as const

const Session = z.object({ token: z.string() })
const Sent = z.object({ id: z.string() })
const Found = z.object({ items: z.array(Sent) })
const Ticket = z.object({ url: z.string() })
const Spans = z.object({ spans: z.array(z.object({ start: z.number(), end: z.number() })) })
const States = z.object({ redactionStatus: z.string(), speech: z.object({ state: z.string() }) })
const Key = z.object({ secret: z.string() })

/**
 * Sends a recording of one of the demo's calls that has none, of stereo sound with keys in it, and what was said unless it is to
 * have no transcript. `place`: which of these calls, so that journeys do not take each other's.
 * Answers the recording's id.
 */
export async function recordCall(page: Page, place: number, { hasTranscript = true } = {}): Promise<string> {
  const headers = await headersOf(page)
  const found = await page.request.post('/api/reporting/calldetails', {
    headers,
    data: {
      period: { relative: 'last7Days' },
      filters: [{ field: 'hasRecording', op: 'eq', values: [false] }],
    },
  })
  const { id: callId = '' } = Found.parse(await found.json()).items[place] ?? {}
  const sent = await page.request.put(`/api/calls/${callId}/recording`, {
    headers: { ...headers, 'content-type': 'audio/wav' },
    data: buildSound(),
  })
  expect(sent.status(), await sent.text()).toBe(201)
  const { id } = Sent.parse(await sent.json())
  if (!hasTranscript) return id
  const said = await page.request.put(`/api/callrecording/${id}/transcript`, { headers, data: { turns } })
  expect(said.status(), await said.text()).toBe(204)
  return id
}

/** Sends a call whose recording is to be fetched from where nothing is fetched from, and answers its id. */
export async function sendCallToFetch(page: Page): Promise<string> {
  const headers = await headersOf(page)
  const ask = async (path: string, data: object) => await page.request.post(path, { headers, data })
  const customerId = await firstCustomerId(page)
  const created = await ask('/api/apikey', { name: 'Sends calls', customerId, rights: ['ingest'] })
  const { secret } = Key.parse(await created.json())
  const externalCallId = `fetched-${Date.now()}`
  const startedAt = new Date(Date.now() - 60_000).toISOString()
  await page.request.post('/api/calls', {
    headers: { authorization: `Bearer ${secret}` },
    data: {
      externalCallId,
      startedAt,
      direction: 'inbound',
      status: 'answered',
      trackingNumber: '+18005550100',
      recordingUrl: 'https://elsewhere.example.com/a.wav',
    },
  })
  const filters = [{ field: 'externalCallId', op: 'eq', values: [externalCallId] }]
  const find = async () => {
    const found = await ask('/api/reporting/calldetails', { period: { relative: 'last7Days' }, filters })
    return Found.parse(await found.json()).items[0]?.id
  }
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}

/** Has the portal's command write down speech, at once and as an administrator chooses it. Answers what puts that back. */
export async function chooseSpeechCommand(page: Page): Promise<() => Promise<void>> {
  const headers = await headersOf(page)
  const ids: string[] = []
  for (const [key, value] of [
    ['speechWaitMinutes', 0],
    ['speechToText', 'command'],
  ]) {
    const set = await page.request.post('/api/settings', { headers, data: { key, value } })
    ids.push(Sent.parse(await set.json()).id)
  }
  return async () => {
    for (const id of ids) await page.request.delete(`/api/settings/${id}`, { headers })
  }
}

/** Waits until a recording is examined and its transcript, where it is to be made, is there. */
export async function expectSettled(page: Page, id: string): Promise<void> {
  const headers = { ...(await headersOf(page)), accept: 'application/json' }
  const find = async () => {
    const answer = await page.request.get(`/api/callrecording/${id}`, { headers })
    const { redactionStatus, speech } = States.parse(await answer.json())
    return redactionStatus === 'pending' || speech.state === 'waiting'
  }
  await expect.poll(find).toBe(false)
}

/** Of the customer who is listed first. */
export async function firstCustomerId(page: Page): Promise<string> {
  const found = await page.request.post('/api/customer/search', { headers: await headersOf(page), data: {} })
  const [customer] = Found.parse(await found.json()).items
  if (customer === undefined) throw new Error('There is no customer.')
  return customer.id
}

/** Where the player finds both versions of a recording, and what is not heard in the redacted one. */
export async function openVersions(page: Page, id: string) {
  const headers = await headersOf(page)
  const path = `/api/callrecording/${id}`
  const urlOf = async (redacted: boolean) => {
    const answer = await page.request.post(`${path}/ticket`, { headers, data: { redacted } })
    return Ticket.parse(await answer.json()).url
  }
  const asJson = { ...headers, accept: 'application/json' }
  const { spans } = Spans.parse(await (await page.request.get(path, { headers: asJson })).json())
  return { original: await urlOf(false), redacted: await urlOf(true), ranges: spans }
}

export async function headersOf(page: Page): Promise<{ authorization: string }> {
  const stored = await page.evaluate(() => localStorage.getItem('user_info'))
  const { token } = Session.parse(JSON.parse(Buffer.from(stored ?? '', 'base64').toString()))
  return { authorization: `Bearer ${token}` }
}

const turns = [
  { speaker: 'agent', start: 0.2, end: 1.8, text: 'What is the number on the card?' },
  { speaker: 'caller', start: 5.2, end: 6.8, text: 'The card is 4111 1111 1111 1111.' },
  { speaker: 'agent', start: 7, end: 7.8, text: 'Thank you.' },
]

/** The agent on the right all the time, on the left keys from the third to the fourth second. */
function buildSound(): Buffer {
  const wav = Buffer.alloc(44 + sampleRate * seconds * 4)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(2, 22)
  wav.writeUInt32LE(sampleRate, 24)
  wav.writeUInt32LE(sampleRate * 4, 28)
  wav.writeUInt16LE(4, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(wav.length - 44, 40)
  for (let sample = 0; sample < sampleRate * seconds; sample++) {
    const at = sample / sampleRate
    wav.writeInt16LE(Math.round(keySound(at)), 44 + sample * 4)
    wav.writeInt16LE(Math.round(6000 * Math.sin(2 * Math.PI * 300 * at) * Math.sin(3 * at)), 46 + sample * 4)
  }
  return wav
}

function keySound(at: number): number {
  if (at < 3 || at >= 4 || (at * 5) % 1 > 0.6) return 0
  const tones = keyTones[Math.floor(at * 5) % 2 === 0 ? 4 : 1]
  return tones.reduce((sum, hertz) => sum + 8000 * Math.sin(2 * Math.PI * hertz * at), 0)
}
