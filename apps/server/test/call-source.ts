import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { IngestAnswer } from '@callboard/contract/calls'
import { inject } from 'vitest'
import { z } from 'zod'

/** A call as it is sent: what it says follows from these two. */
interface SentCall {
  externalCallId: string
  revision: number
}

export class UnexpectedAnswer extends Error {}

/** Sends calls and corrections to a portal that may end at any moment, and knows what was acknowledged. */
export class CallSource {
  /** Of each call the highest revision that was. */
  readonly acknowledged = new Map<string, number>()
  readonly #key: string
  readonly #max: number
  #named = 0
  /** The last answer other than 200. */
  refusal = ''

  /** A batch has at most so many new calls. */
  constructor(key: string, max: number) {
    this.#key = key
    this.#max = max
  }

  /** Sends a batch. Returns the status of the answer; undefined when there is none. */
  async send(url: string, sender: number): Promise<number | undefined> {
    const batch = this.#nextBatch(sender)
    let answered: { status: number; body: unknown }
    try {
      const answer = await fetch(`${url}/api/calls`, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' },
        body: JSON.stringify(batch.map(callOf)),
      })
      answered = { status: answer.status, body: await answer.json() }
    } catch {
      return undefined
    }
    if (answered.status !== 200) {
      this.refusal = JSON.stringify(answered.body)
      return answered.status
    }
    const { rejected } = IngestAnswer.parse(answered.body)
    if (rejected.length > 0) throw new UnexpectedAnswer(JSON.stringify(rejected))
    for (const { externalCallId, revision } of batch) this.acknowledged.set(externalCallId, revision)
    return answered.status
  }

  /** What is wrong with the calls that a portal shows; what was sent and not acknowledged may be there as well. */
  findWrong(found: readonly (SentCall & { note: string })[]) {
    const ids = new Set(found.map(({ externalCallId }) => externalCallId))
    return {
      missing: [...this.acknowledged.keys()].filter((id) => !ids.has(id)),
      twice: found.length - ids.size,
      older: found.filter(
        ({ externalCallId, revision }) => revision < (this.acknowledged.get(externalCallId) ?? 0),
      ),
      otherwise: found.filter(({ revision, note }) => note !== noteOf(revision)),
    }
  }

  /** New calls, and corrections of some that are known, in one batch. */
  #nextBatch(sender: number): SentCall[] {
    const fresh = Array.from({ length: 1 + (this.#named % this.#max) }, () => ({
      externalCallId: `s${sender}-${++this.#named}`,
      revision: 1,
    }))
    const known = [...this.acknowledged].filter(([id]) => id.startsWith(`s${sender}-`))
    const corrected = known
      .filter((_, at) => (at * 7 + this.#named) % 29 === 0)
      .slice(0, this.#max / 2)
      .map(([externalCallId, revision]) => ({ externalCallId, revision: revision + 1 }))
    return [...fresh, ...corrected]
  }
}

/** That of `findWrong` when every acknowledged call is there once, as it was sent last. */
export const nothingWrong = { missing: [], twice: 0, older: [], otherwise: [] }

const noteOf = (revision: number) => `revision ${revision}`

const dayOf = ({ externalCallId, revision }: SentCall) =>
  1 + ((externalCallId.length * 3 + revision * 11) % 27)

function callOf(sent: SentCall) {
  const { externalCallId, revision } = sent
  return {
    ...sent,
    direction: 'inbound',
    trackingNumber: '+12125550100',
    callerNumber: `+1415555${String(100 + (externalCallId.length % 9))}0`,
    // A correction also moves the call, to another month now and then.
    startedAt: `2026-0${1 + (revision % 3)}-${String(dayOf(sent)).padStart(2, '0')}T10:00:00.000Z`,
    duration: 20,
    note: noteOf(revision),
  }
}

/** Accepted calls in a data folder that are not both stored and on disk. */
export function waitingBatches(folder: string): string[] {
  return readdirSync(join(folder, 'spool')).filter((name) => /\.(rows|merge)$/.test(name))
}

/** When all those calls are. */
export const allTimes = { from: '2025-12-01', to: '2026-06-01' }

export async function ask(
  url: string,
  { method = 'POST', body, token }: { method?: string; body: object; token?: string },
): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new UnexpectedAnswer(`${answer.status} ${await answer.text()}`)
  return answer.status === 204 ? undefined : await answer.json()
}

export async function signIn(url: string): Promise<string> {
  const body = { userName: 'admin', password: inject('adminPassword') }
  return z.object({ token: z.string() }).parse(await ask(`${url}/api/auth/login`, { body })).token
}

const Found = z.object({
  items: z.array(
    z.object({
      externalCallId: z.string(),
      revision: z.int(),
      note: z.string(),
      score: z.int().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
})

/** All calls, as the portal shows them. */
export async function readAll(url: string): Promise<z.infer<typeof Found>['items']> {
  const token = await signIn(url)
  const found: z.infer<typeof Found>['items'] = []
  const asked = { ...allTimes, columns: ['externalCallId', 'revision', 'note', 'score'], pageSize: 1000 }
  for (let cursor: string | null | undefined; cursor !== null;) {
    const body = { ...asked, ...(cursor && { cursor }) }
    const page = Found.parse(await ask(`${url}/api/reporting/calldetails`, { body, token }))
    found.push(...page.items)
    cursor = page.nextCursor
  }
  return found
}
