import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asRequester, inBackground } from '#server/db/calls/requester.ts'
import { callStores, endlessRows, endlessSleep, TestStore } from '#test/call-stores.ts'

const asPerson = (user: string, owner = user) => ({ owner, user, isBackground: false })

describe.each(callStores)('the $name store of calls, which answers four at once', ({ open }) => {
  const test = new TestStore(open)
  let asked: { abort: AbortController; ended: Promise<unknown> }[] = []
  beforeAll(() => test.open())
  afterAll(() => test.remove())

  afterEach(async () => {
    for (const { abort } of asked) abort.abort()
    await Promise.all(asked.map(({ ended }) => ended))
    asked = []
  })

  /** Asks what is never answered, so often; gives back what became of each when it ends. */
  function askForEver(times: number, queryId?: string) {
    const some = Array.from({ length: times }, () => {
      const abort = new AbortController()
      const ended = test.store
        .lines({ ...endlessSleep, signal: abort.signal, ...(queryId !== undefined && { queryId }) })
        .catch((error: unknown) => error)
      return { abort, ended }
    })
    asked.push(...some)
    return some
  }

  const one = async () => await test.count('SELECT 1 AS n')

  it('answers a user while another one of the same customer asks more than can be answered', async () => {
    asRequester(asPerson('busy', 'acme'), () => askForEver(12))
    expect(await asRequester(asPerson('other', 'acme'), one)).toBe(1)
  })

  it('answers a user whose streams are open as far as they may, without ending one', async () => {
    const streams = asRequester(asPerson('busy'), () =>
      Array.from({ length: 3 }, () => test.store.stream({ sql: endlessRows, format: 'CSV' })),
    ).map((stream) => stream[Symbol.asyncIterator]())
    const first = await Promise.race(
      streams.map(async (stream) => {
        await stream.next().catch(() => {})
        return stream
      }),
    )
    expect(await asRequester(asPerson('busy'), one)).toBe(1)
    expect(await first.next()).toMatchObject({ done: false })
    await Promise.all(streams.map(async (stream) => await stream.return?.()))
  })

  it('inserts calls while users ask more than can be answered', async () => {
    for (const user of ['one', 'two', 'three']) asRequester(asPerson(user), () => askForEver(4))
    await asRequester(asPerson('one'), async () => {
      await test.store.command({
        sql: 'CREATE TABLE IF NOT EXISTS kept (n UInt8) ENGINE = MergeTree ORDER BY n',
      })
    })
    expect(await test.count('SELECT count() AS n FROM kept')).toBe(0)
  })

  it('answers people while work in the background takes all that it may have', async () => {
    inBackground('exports', () => askForEver(6))
    inBackground('alerts', () => askForEver(6))
    expect(await asRequester(asPerson('somebody'), one)).toBe(1)
  })

  it('goes on with work in the background while people ask more than can be answered', async () => {
    for (const user of ['one', 'two', 'three']) asRequester(asPerson(user), () => askForEver(4))
    expect(await inBackground('exports', one)).toBe(1)
  })

  it('goes on with work in the background before more of the portal’s own', async () => {
    const [first] = askForEver(5)
    const answer = inBackground('exports', one)
    first?.abort.abort()
    expect(await answer).toBe(1)
  })

  it('gives one thread to the second statement of a user, and two to the first of another', async () => {
    const threadsOf = async (user: string, queryId: string) => {
      const [statement] = asRequester(asPerson(user), () => askForEver(1, queryId))
      if (statement === undefined) throw new Error('nothing was asked')
      await test.untilRunning(queryId)
      return await test.count(
        `SELECT toUInt64(Settings['max_threads']) AS n FROM system.processes WHERE Settings['log_comment'] = {id:String}`,
        { id: queryId },
      )
    }
    expect(await threadsOf('one', 'first')).toBe(2)
    expect(await threadsOf('one', 'second')).toBe(1)
    expect(await threadsOf('other', 'first-of-other')).toBe(2)
  })

  it('gives the next turn to the customer who has had none, not to who asked first', async () => {
    const [first] = asRequester(asPerson('one', 'acme'), () => askForEver(2))
    asRequester(asPerson('two', 'acme'), () => askForEver(2))
    asRequester(asPerson('three', 'acme'), () => askForEver(2))
    const answer = asRequester(asPerson('four', 'other'), one)
    first?.abort.abort()
    expect(await answer).toBe(1)
  })

  it('refuses the last of whoever has the most waiting when too many wait, as busy', async () => {
    const many = asRequester(asPerson('busy'), () => askForEver(22))
    const few = asRequester(asPerson('other'), () => askForEver(3))
    const [refused] = many.slice(-1)
    expect(await refused?.ended).toMatchObject({ kind: 'busy' })
    expect(await Promise.race([...few.map(({ ended }) => ended), Promise.resolve('waiting')])).toBe('waiting')
  })
})
