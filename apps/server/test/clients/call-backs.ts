import {
  CallBack,
  type CallBackChange,
  type CallerKey,
  CallBacksAnswer,
  type CallBacksQuery,
  listCallBacks,
  updateCallBack,
  writeCallerKey,
} from '@callboard/contract/call-backs'
import type { z } from 'zod'
import { notifyReminders } from '#server/features/call-backs/notify-reminders.ts'
import { buildCall, type Sender, type SentCall } from '../factory.ts'
import { type Answer, openPortal, type Person, type Portal } from '../portal.ts'
import { ok } from './annotations.ts'

/** A caller by the newest call of theirs that somebody has seen. */
export interface SeenCaller extends CallerKey {
  lastCallAt: string
}

/** What is sent to say something of a caller. */
export function changeOf({ lastCallAt, ...key }: SeenCaller, said: object) {
  const path = updateCallBack.path.replace('{callerKey}', encodeURIComponent(writeCallerKey(key)))
  return { method: 'PUT', path, body: { lastCallAt, ...said } } as const
}

export const march = { from: '2026-03-01', to: '2026-04-01', timeZone: 'UTC' }
export const at = (time: string) => `2026-03-${time}:00.000Z`

export function missed(
  callerNumber: string | null,
  startedAt: string,
  more: Partial<SentCall> = {},
): SentCall {
  return buildCall({ callerNumber, startedAt, status: 'missed', ...more })
}

/** Somebody who calls back who was missed in March. */
export class CallBackClient {
  readonly portal: Portal
  static readonly claims = [
    'reporting.view',
    'reporting.save',
    'reporting.call.details',
    'call.edit',
  ] as const

  private constructor(portal: Portal) {
    this.portal = portal
  }

  static async open(): Promise<CallBackClient> {
    return new CallBackClient(await openPortal())
  }

  /** A customer with calls, whose relations are computed, and two people who call its callers back. */
  async begin(...calls: SentCall[]) {
    const sender = await this.portal.make.sender()
    await this.send(sender, ...calls)
    return { sender, nora: await this.person(sender), omar: await this.person(sender) }
  }

  async person({ id }: Pick<Sender, 'id'>): Promise<Person> {
    return await this.portal.make.user({ claims: [...CallBackClient.claims], customerId: id })
  }

  async send({ key }: Sender, ...calls: SentCall[]): Promise<void> {
    await this.portal.sendCalls(key, calls)
    await this.portal.runtime.ingest.relationsSettled()
  }

  async ask(who: Person, { path }: { path: string }, body: object): Promise<Answer> {
    return await who.ask({ path, body })
  }

  async list(who: Person, asked: Partial<z.input<typeof CallBacksQuery>> = {}): Promise<CallBacksAnswer> {
    return ok(await this.ask(who, listCallBacks, { ...march, ...asked }), CallBacksAnswer)
  }

  async numbers(...asked: Parameters<CallBackClient['list']>): Promise<string[]> {
    const { items } = await this.list(...asked)
    return items.map(({ number }) => number)
  }

  /** The caller at this place of the list, as somebody acts on them. */
  async caller(who: Person, place = 0): Promise<SeenCaller> {
    const caller = (await this.list(who)).items[place]
    if (caller === undefined) throw new Error(`the list has no caller at place ${place}`)
    const { customerId, number, lastCall } = caller
    return { customerId, number, lastCallAt: lastCall.startedAt }
  }

  /** Says something of a caller. */
  async change(who: Person, seen: SeenCaller, said: object): Promise<Answer> {
    return await who.ask(changeOf(seen, said))
  }

  async act(...asked: [Person, SeenCaller, Partial<z.input<typeof CallBackChange>>]): Promise<CallBack> {
    return ok(await this.change(...asked), CallBack)
  }

  /** "Missed, not returned" of the period. */
  async measured({ token }: Person): Promise<unknown> {
    const { timeZone, ...dateRange } = march
    const body = {
      definition: { measures: ['missedNotReturned'] },
      parameters: { dateRange },
      timeZone,
    }
    return (await this.portal.runReport(body, token)).rows[0]?.[0]
  }
}

export function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString()
}

/** As the portal does once the time of the reminders has come; answers of how many somebody is told. */
export async function remindNow({ runtime }: Portal, hoursFromNow = 25): Promise<number> {
  const parts = { ...runtime, closing: new AbortController().signal }
  return await notifyReminders(parts, new Date(Date.now() + hoursFromNow * 3_600_000))
}
