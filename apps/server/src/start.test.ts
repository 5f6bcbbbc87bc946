import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callDetails, ingestCalls } from '@callboard/contract/calls'
import { Session } from '@callboard/contract/users'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { readCheckpoint } from '#server/db/embedded-calls/checkpoint-file.ts'
import { callsFolder } from '#server/db/embedded-calls/restore-calls.ts'
import { errorsOf } from '#test/expect-errors.ts'
import { buildCall } from '#test/factory.ts'
import { freePort } from '#test/free-port.ts'
import { Program, runningPrograms } from '#test/program.ts'
import { RawConnection } from '#test/raw-connection.ts'
import { copyTemplate } from '#test/template.ts'

const folders: string[] = []

afterEach(async () => {
  for (const program of runningPrograms) if (program !== lasting && program !== hanging) await program.kill()
})

afterAll(async () => {
  await lasting?.kill()
  await hanging?.kill()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'callboard-start-'))
  folders.push(folder)
  return folder
}

function folderWith(change: (folder: string) => void): string {
  const folder = freshFolder()
  change(folder)
  return folder
}

function folderOfAnotherUser(): Refusal {
  const nobody = 65_534
  return [
    'a folder of another user',
    { DATA_DIR: folderWith((folder) => chownSync(folder, nobody, nobody)) },
    /^DATA_DIR .* belongs to another user/,
  ]
}

type Refusal = [what: string, environment: Record<string, string>, sentence: RegExp]

/** One portal, which the tests stop and start. Before its first start others may read and write in its folder. */
const portal = { DATA_DIR: freshFolder(), ADMIN_PASSWORD: inject('adminPassword') }
copyTemplate(portal.DATA_DIR)
chmodSync(portal.DATA_DIR, 0o755)
chmodSync(join(portal.DATA_DIR, 'postgres/PG_VERSION'), 0o666)

/** Its process, which goes on from test to test until one of them ends it. */
let lasting: Program | undefined

async function startedPortal(): Promise<{ program: Program; url: string }> {
  if (lasting === undefined || !runningPrograms.has(lasting)) lasting = new Program(portal)
  return { program: lasting, url: await lasting.ready() }
}

/** A portal that cannot be started, as something is in its way. */
const stuck = { DATA_DIR: folderWith(copyTemplate), ADMIN_PASSWORD: portal.ADMIN_PASSWORD }

/** One that never got through its first start. */
const unfinished = { DATA_DIR: freshFolder() }

/** The same, later, with a feature that will not close; it goes on from one test to the next. */
let hanging: Program | undefined

function hangingPortal(): Program {
  const { href } = pathToFileURL(join(import.meta.dirname, '../test/hang-on-close.ts'))
  const environment = { ...unfinished, ADMIN_PASSWORD: portal.ADMIN_PASSWORD }
  hanging ??= new Program(environment, ['serve'], { nodeArgs: ['--import', href] })
  return hanging
}

async function post(
  url: string,
  body: unknown,
  { token = '', accept = 'application/json' }: { token?: string; accept?: string } = {},
): Promise<Response> {
  return await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, accept },
  })
}

async function signIn(url: string): Promise<string> {
  const answer = await post(`${url}/api/auth/login`, { userName: 'admin', password: portal.ADMIN_PASSWORD })
  return Session.parse(await answer.json()).token
}

/** What other users of the machine can read or write in a folder. */
function openToOthers(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = inside.filter((entry) => !entry.isSymbolicLink())
  const paths = [folder, ...files.map(({ parentPath, name }) => join(parentPath, name))]
  // The stores of a running portal remove files meanwhile.
  return paths.filter((path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0)
}

let customerKey: string | undefined

/** A key to send calls with, of a customer whom the running portal adds the first time. */
async function getCustomerKey(): Promise<string> {
  customerKey ??= await addCustomer('acme')
  return customerKey
}

async function addCustomer(code: string): Promise<string> {
  const typed = [
    ['add-customer', '--code', code, '--name', code, '--timezone', 'America/New_York'],
    ['add-api-key', '--customer', code],
  ]
  let output = ''
  for (const args of typed) {
    const command = new Program(portal, args)
    const { code: end, lines } = await command.ended()
    if (end !== 0) throw new Error(lines.join('\n'))
    output = command.output
  }
  return /cbk_\S+/.exec(output)?.[0] ?? ''
}

describe('a start', () => {
  it('in a folder that another portal holds ends at once, and names it', async () => {
    const { program, url } = await startedPortal()
    const { code, lines } = await new Program(portal).ended()
    expect(code).toBe(3)
    expect(lines).toEqual([`DATA_DIR ${portal.DATA_DIR} is in use by process ${program.pid}.`])
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })

  it('on a port that is taken says so in one sentence', async () => {
    const port = await freePort()
    const taken = createServer().listen(port, '127.0.0.1')
    await once(taken, 'listening')
    // A first start: the next one of this folder has yet to make the administrator and to show the password.
    const { code, lines } = await new Program({ ...unfinished, PORT: String(port) }).ended()
    taken.close()
    expect(code).toBe(2)
    expect(lines).toEqual([
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another one.`,
    ])
  })

  const refusals: Refusal[] = [
    [
      'a folder that cannot be written to',
      { DATA_DIR: '/dev/null/data' },
      /^DATA_DIR \/dev\/null\/data cannot be/,
    ],
    [
      'a folder that others may write',
      { DATA_DIR: folderWith((folder) => chmodSync(folder, 0o775)) },
      /^DATA_DIR .* can be written by other users/,
    ],
    // Only root can give a folder away.
    ...(process.getuid?.() === 0 ? [folderOfAnotherUser()] : []),
    ['a wrong setting', { PORT: 'eighty' }, /^PORT: must be a number/],
    [
      'a weak password',
      { ...unfinished, ADMIN_PASSWORD: 'Welcome12345' },
      /^ADMIN_PASSWORD: .*easy to guess/,
    ],
    ['too few threads', { UV_THREADPOOL_SIZE: '4' }, /^UV_THREADPOOL_SIZE is 4: /],
    [
      'a PostgreSQL that is not there',
      { DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/x' },
      /^The server of DATABASE_URL /,
    ],
    [
      'a ClickHouse that is not there',
      { CLICKHOUSE_URL: 'http://x:secret@127.0.0.1:1' },
      /^The server of CLICKHOUSE_URL /,
    ],
  ]

  it('makes a folder that was open to others private, with all that is in it and comes into it', async () => {
    const { url } = await startedPortal()
    for (let guesses = 0; guesses < 3; guesses++)
      await post(`${url}/api/auth/login`, { userName: 'admin', password: 'not this one' })
    expect(openToOthers(portal.DATA_DIR)).toEqual([])
  })

  it.each(refusals)('with %s ends with one sentence that names it', async (_what, environment, sentence) => {
    const { code, lines } = await new Program({ ...stuck, ...environment }).ended()
    expect([code, lines]).toEqual([2, [expect.stringMatching(sentence)]])
    expect(lines.join()).not.toContain('secret')
  })

  it('with a feature that cannot be opened names it, and ends with 1', async () => {
    writeFileSync(join(stuck.DATA_DIR, 'spool'), '')
    const { code, lines } = await new Program(stuck).ended()
    rmSync(join(stuck.DATA_DIR, 'spool'))
    expect([code, lines[0]]).toEqual([1, 'Error: The feature ingest could not be opened.'])
  })

  it('shows a password that it made once, and one that was given never', async () => {
    const first = new Program(unfinished)
    const url = await first.ready()
    const password = /admin\s+(\S{20})\s+administrator/.exec(first.output)?.[1]
    expect((await post(`${url}/api/auth/login`, { userName: 'admin', password })).status).toBe(200)
    first.signal('SIGTERM')
    expect((await first.ended()).code).toBe(0)
    const second = hangingPortal()
    await second.ready()
    expect(second.output).toContain('npm run set-password')
    expect(second.output).not.toContain(password)
    expect(second.output + second.errors + first.errors).not.toContain(portal.ADMIN_PASSWORD)
  })

  it('after kill -9 answers, with every call that was acknowledged', async () => {
    const { program: first, url } = await startedPortal()
    const key = await getCustomerKey()
    const calls = Array.from({ length: 500 }, (_, at) => buildCall({ externalCallId: `killed ${at}` }))
    const answer = ingestCalls.response.parse(
      await (await post(`${url}/api/calls`, calls, { token: key })).json(),
    )
    await first.kill()
    expect(answer).toMatchObject({ created: 500, rejected: [] })
    const { url: again } = await startedPortal()
    expect((await fetch(`${again}/readyz`)).status).toBe(200)
    const token = await signIn(again)
    const filters = [{ field: 'externalCallId', op: 'startsWith', values: ['killed '] }]
    const body = { from: '2026-03-01', to: '2026-04-01', filters, withTotal: true, pageSize: 1 }
    await expect
      .poll(
        async () => {
          const page = await (await post(`${again}${callDetails.path}`, body, { token })).json()
          return callDetails.response.parse(page).total
        },
        { interval: 200 },
      )
      .toBe(500)
    const repeated = ingestCalls.response.parse(
      await (await post(`${again}/api/calls`, calls, { token: key })).json(),
    )
    expect(repeated).toMatchObject({ created: 0, unchanged: 500 })
  })
})

describe('a start with damaged calls', () => {
  it('says what is damaged, and goes on without it when told to', async () => {
    const { program: first, url } = await startedPortal()
    const key = await getCustomerKey()
    const calls = ['2024-01-02', '2024-02-02'].map((date) =>
      buildCall({
        externalCallId: `lost on ${date}`,
        startedAt: `${date}T15:00:00.000Z`,
        answeredAt: null,
        endedAt: null,
        duration: 9,
      }),
    )
    expect((await post(`${url}/api/calls`, calls, { token: key })).status).toBe(200)
    first.signal('SIGTERM')
    expect((await first.ended()).code).toBe(0)
    const clickhouse = join(portal.DATA_DIR, 'clickhouse')
    const [unreadable = '', missing = ''] = ['202401', '202402'].map(
      (month) => readCheckpoint(clickhouse)?.parts.find(({ name }) => name.startsWith(month))?.name,
    )
    // As long as before, so that only the engine notices.
    writeFileSync(join(callsFolder(clickhouse) ?? '', unreadable, 'count.txt'), 'x')
    const detached = await new Program(portal).ended()
    expect([detached.code, detached.lines]).toEqual([
      2,
      [
        expect.stringMatching(
          new RegExp(
            `^Calls are damaged or missing, 1 rows of them \\(${unreadable}: was put aside by the engine`,
          ),
        ),
      ],
    ])
    rmSync(join(callsFolder(clickhouse) ?? '', missing), { recursive: true })
    const spool = join(portal.DATA_DIR, 'spool')
    writeFileSync(join(spool, '0000000000000001-aaaaaaaaaaaa00000000.rows'), '{"version":1}\n')
    writeFileSync(join(spool, 'kept-since'), String(Number.MAX_SAFE_INTEGER))
    const refused = await new Program(portal).ended()
    expect([refused.code, refused.lines]).toEqual([
      2,
      [
        expect.stringMatching(
          /^Calls are damaged or missing, 2 rows .* is missing\)\. .*npm run repair-calls$/,
        ),
      ],
    ])
    const repair = new Program(portal, ['repair-calls'])
    expect((await repair.ended()).code).toBe(0)
    expect(repair.output.split('\n')).toEqual([
      `1 rows of calls are lost: ${unreadable}: was put aside by the engine, which cannot read it.`,
      `1 rows of calls are lost: ${missing}: is missing.`,
      expect.stringMatching(/^0000000000000001-aaaaaaaaaaaa00000000\.rows of the journal is damaged/),
      expect.stringMatching(/^The folder was copied while its portal ran: calls that came in after /),
      '0 calls and the relations of 0 callers were repaired.',
      'All stored calls are intact.',
      '',
    ])
    const { url: again } = await startedPortal()
    expect((await fetch(`${again}/readyz`)).status).toBe(200)
  })
})

describe('a stop', () => {
  it('ends with 1 where a feature does not close, which it names', async () => {
    const hangs = hangingPortal()
    await hangs.ready()
    hangs.signal('SIGTERM')
    const { code, lines } = await hangs.ended()
    expect([code, lines]).toEqual([
      1,
      expect.arrayContaining(['Error: Features did not close: reports. The log says why.']),
    ])
  })

  it('ends cleanly with an export and an event stream under way, and breaks both off', async () => {
    const { program: stopping, url } = await startedPortal()
    const key = await getCustomerKey()
    // More than the buffers on the way to a client hold.
    const long = 'x'.repeat(2000)
    const calls = Array.from({ length: 5_000 }, () => buildCall({ landingPage: long, referrer: long }))
    expect((await post(`${url}/api/calls`, calls, { token: key })).status).toBe(200)
    const token = await signIn(url)
    const filters = [{ field: 'landingPage', op: 'notNull', values: [] }]
    const body = {
      from: '2026-03-01',
      to: '2026-04-01',
      columns: ['landingPage', 'referrer', 'id'],
      filters,
    }
    await expect
      .poll(
        async () => {
          const page = await (
            await post(`${url}${callDetails.path}`, { ...body, withTotal: true }, { token })
          ).json()
          return callDetails.response.parse(page).total
        },
        { interval: 100 },
      )
      .toBe(5_000)
    const slow = await post(`${url}${callDetails.path}`, body, { token, accept: 'text/csv' })
    const events = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token}` } })
    expect([slow.status, events.status]).toEqual([200, 200])
    stopping.signal('SIGTERM')
    const { code } = await stopping.ended()
    expect([code, stopping.errors]).toEqual([0, ''])
    await expect(slow.text()).rejects.toThrow('terminated')
    // Nobody holds the folder any more, and nothing was lost.
    const { url: next } = await startedPortal()
    expect((await fetch(`${next}/readyz`)).status).toBe(200)
  })

  it('refuses what is asked meanwhile in the words of the contract', async () => {
    const { program: stopping, url } = await startedPortal()
    const token = await signIn(url)
    await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token}` } })
    const waiting = await RawConnection.open(url)
    stopping.signal('SIGTERM')
    const isListening = async () =>
      await RawConnection.open(url).then(
        () => true,
        () => false,
      )
    await expect.poll(isListening, { interval: 20 }).toBe(false)
    const answer = await waiting.ask('GET /api/settings HTTP/1.1\r\nHost: x\r\n\r\n')
    expect([answer.status, errorsOf(answer)[0]?.code]).toEqual([503, 'unavailable'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await stopping.ended()).code).toBe(0)
  })
})
