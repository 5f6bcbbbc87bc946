import { LiveCalls, listLiveCalls } from '@callboard/contract/live'
import { beforeAll, expect, inject, it } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { callId } from '#server/db/call-id.ts'
import { SourceClient } from '#test/clients/sources.ts'
import { expectOk } from '#test/expect-errors.ts'
import { openManagerSwitch } from '#test/sources/manager-switch.ts'
import { managerScript, type ScriptedCall, socketScript, steadyPhase } from '#test/sources/scripted-calls.ts'
import { openSocketSwitch } from '#test/sources/socket-switch.ts'
import { randomOf, times } from '#test/soak.ts'

let client: SourceClient
beforeAll(async () => {
  client = await SourceClient.open({ allowedAddresses: ['127.0.0.1'] })
})

/** So many times as fast as it was. */
const speed = times(400, 20)
/** Within it the board says what is so; in milliseconds. Only the soak has the machine for itself. */
const boardMs = times(3_600_000, 2000)

const between = (random: () => number) => (from: number, to: number) =>
  from + Math.floor(random() * (to - from + 1))

const kinds = {
  asterisk: {
    open: async () => {
      const opened = await openManagerSwitch()
      const settings = { managerHost: '127.0.0.1', managerPort: opened.port, managerUser: 'callboard' }
      return { opened, settings, secrets: { managerSecret: 'secret' } }
    },
    script: (startMs: number, random: () => number) => (at: number, second: number) =>
      managerScript(`${Math.floor(startMs / 1000)}.${at}0`, second, between(random)),
  },
  freeswitch: {
    open: async () => {
      const opened = await openSocketSwitch()
      const settings = { socketHost: '127.0.0.1', socketPort: opened.port }
      return { opened, settings, secrets: { socketPassword: 'ClueCon' } }
    },
    script: (startMs: number, random: () => number) => (at: number, second: number) =>
      socketScript(`call-${at}`, second, {
        between: between(random),
        msAt: (of) => startMs + (of * 1000) / speed,
      }),
  },
}

it.each(['asterisk', 'freeswitch'] as const)(
  'an hour of calls of %s is played twenty times as fast: the board says what each does, and each is there once',
  { tags: ['soak'] },
  async (kind) => {
    const { opened, settings, secrets } = await kinds[kind].open()
    const source = await client.make({ kind, settings, secrets })
    await expect.poll(async () => await client.connectionOf(source)).toBe('connected')
    const random = randomOf(inject('seed'))
    const [count, seconds] = [times(10, 1000), times(20, 3600)]
    const startMs = Date.now() + 500
    const make = kinds[kind].script(startMs, random)
    const calls = Array.from({ length: count }, (_, at) => make(at, Math.floor(random() * seconds)))
    const watching = watch(source, calls, startMs)
    await play(opened.standIn, calls, startMs)
    const { wrong, checks } = await watching
    expect(wrong).toEqual([])
    expect(checks).toBeGreaterThanOrEqual(times(0, count))
    if (inject('isSoak')) console.log(`${kind}: ${count} calls, looked at ${checks} times`)
    const outcome = async () =>
      (await client.storedCallsOf(source)).map((row) => ({
        id: row['external_call_id'],
        isAnswered: row['status'] === 'answered',
        agent: row['agent'] === '' ? null : row['agent'],
        isOver: row['status'] !== 'in-progress' && row['end_unknown'] === false,
      }))
    const expected = calls.map(({ id, isAnswered, agent }) => ({ id, isAnswered, agent, isOver: true }))
    const byId = (all: readonly { id: unknown }[]) =>
      all.toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1))
    await expect.poll(async () => byId(await outcome())).toEqual(byId(expected))
  },
)

async function play(
  standIn: { say: (text: string) => void },
  calls: readonly ScriptedCall[],
  startMs: number,
): Promise<void> {
  const says = calls.flatMap((call) => call.says).toSorted(([one], [other]) => one - other)
  for (const [second, text] of says) {
    const wait = startMs + (second * 1000) / speed - Date.now()
    if (wait > 0) await sleep(wait)
    standIn.say(text)
  }
}

/** Looks at the board again and again: what has been so for long enough has to be there, and nothing else. */
async function watch(
  { customerId, sourceSystem }: { customerId: string; sourceSystem: string },
  calls: readonly ScriptedCall[],
  startMs: number,
) {
  const ids = new Map(calls.map((call) => [callId(customerId, sourceSystem, call.id), call]))
  const last = Math.max(...calls.flatMap(({ phases }) => phases.map(([second]) => second)))
  const wrong: string[] = []
  let checks = 0
  const secondOf = (ms: number) => ((ms - startMs) * speed) / 1000
  while (secondOf(Date.now()) < last + 2 * speed) {
    const askedMs = Date.now()
    const answer = await client.portal.admin.ask({ path: listLiveCalls.path })
    const board = new Map(
      LiveCalls.parse(expectOk(answer)).calls.map((call) => [call.id, call.phase] as const),
    )
    for (const [id, call] of ids) {
      const phase = steadyPhase(call, secondOf(askedMs - boardMs), secondOf(Date.now()))
      if (phase === undefined || call.phases[0] === undefined) continue
      if (secondOf(askedMs) < call.phases[0][0]) continue
      checks += 1
      const shown = board.get(id) ?? null
      if (shown !== phase) wrong.push(`${call.id} at ${secondOf(askedMs)}: ${shown} for ${phase}`)
    }
    await sleep(500)
  }
  return { wrong, checks }
}
