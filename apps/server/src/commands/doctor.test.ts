import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { afterFile, temporaryFolder } from '#test/after-file.ts'
import { listen } from '#test/listening.ts'
import { Program } from '#test/program.ts'
import { openS3Server, s3Keys } from '#test/s3-server.ts'
import { explain, environmentChecks } from './doctor-checks.ts'

const folder = temporaryFolder()

const fixture = (name: string) => join(import.meta.dirname, '../../test/fixtures', name)
/** Nobody listens there. */
const nowhere = '127.0.0.1:9'
const keys = { AWS_ACCESS_KEY_ID: s3Keys.id, AWS_SECRET_ACCESS_KEY: s3Keys.secret }

/** State and words of one check. */
async function find(
  title: string,
  environment: Record<string, string>,
): Promise<[string, string] | undefined> {
  const config = readConfig({ DATA_DIR: folder, ...environment })
  const check = environmentChecks(config).find((one) => one.title === title)
  if (check === undefined) return undefined
  try {
    const { state, message } = await check.read()
    return [state, message]
  } catch (error) {
    return ['problem', explain(error)]
  }
}

describe('the doctor', () => {
  it.each([
    ['PostgreSQL', { DATABASE_URL: `postgres://${nowhere}/x` }, 'The server of DATABASE_URL cannot be used'],
    ['ClickHouse', { CLICKHOUSE_URL: `http://${nowhere}` }, 'The server of CLICKHOUSE_URL cannot be used'],
    ['Mail server', { SMTP_URL: `smtp://${nowhere}` }, 'The server of SMTP_URL cannot be used'],
    [
      'Recordings',
      { RECORDINGS_URL: `s3://calls?endpoint=http://${nowhere}`, ...keys },
      'of RECORDINGS_URL at',
    ],
    ['Backups', { BACKUPS_URL: `s3://calls?endpoint=http://${nowhere}`, ...keys }, 'of BACKUPS_URL at'],
    [
      'Backups',
      { BACKUPS_URL: 'file:///tmp', BACKUP_KEY_FILE: '/nowhere/key' },
      '/nowhere/key, cannot be read',
    ],
    [
      'Certificate',
      { TLS_CERT: '/nowhere/cert', TLS_KEY: '/nowhere/key' },
      'TLS_CERT /nowhere/cert cannot be read',
    ],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://calls.example.com' }, 'TRUST_PROXY is not set'],
  ])('names what is wrong with %s', async (title, environment, words) => {
    const [state, message] = (await find(title, environment)) ?? []
    expect(state).toBe('problem')
    expect(message).toContain(words)
  })

  it('says nothing of what the environment does not name', async () => {
    for (const title of ['PostgreSQL', 'ClickHouse', 'Recordings', 'Backups', 'Mail server', 'Certificate'])
      expect(await find(title, {})).toBeUndefined()
  })

  it('tries a bucket out, and reads the certificate', async () => {
    const { url } = await openS3Server()
    expect(await find('Recordings', { RECORDINGS_URL: url, ...keys })).toEqual([
      'ok',
      'The bucket recordings can be listed, written to and read.',
    ])
    const tls = { TLS_CERT: fixture('tls-cert.pem'), TLS_KEY: fixture('tls-key.pem') }
    const [state, message] = (await find('Certificate', tls)) ?? []
    expect(state).toBe('ok')
    expect(message).toMatch(/^The certificate is valid until \d{4}-/)
  })

  it('tells the portal from something else at its address', async () => {
    const answers = { portal: { status: 'ok', timeZoneData: '2026c' }, other: { hello: 'world' } }
    let answer: object = answers.portal
    const app = fastify()
    afterFile(async () => await app.close())
    app.get('/healthz', () => answer)
    const url = await listen(app)
    expect(await find('PUBLIC_URL', { PUBLIC_URL: url })).toEqual(['ok', `The portal answers at ${url}.`])
    answer = answers.other
    expect((await find('PUBLIC_URL', { PUBLIC_URL: url }))?.[1]).toContain('not by this portal')
    expect(await find('PUBLIC_URL', { PUBLIC_URL: `http://${nowhere}` })).toEqual([
      'notice',
      'Nobody answers at http://127.0.0.1:9. Is the portal running?',
    ])
  })

  it('finds a folder that cannot be one', async () => {
    writeFileSync(join(folder, 'file'), '')
    expect(await find('Exports', { EXPORTS_DIR: join(folder, 'file') })).toEqual([
      'problem',
      `${join(folder, 'file')} is not a folder.`,
    ])
    expect((await find('Exports', { EXPORTS_DIR: join(folder, 'later') }))?.[1]).toContain('does not exist')
  })

  it('ends with a code, and leaves no trace', async () => {
    const dataDir = join(folder, 'no-portal')
    const program = new Program({ DATA_DIR: dataDir, SMTP_URL: `smtp://${nowhere}` }, ['doctor'])
    const { code, lines } = await program.ended()
    expect({ code, lines }).toEqual({ code: 2, lines: ['1 problem found.'] })
    expect(program.output).toContain('The portal does not run on this DATA_DIR')
    expect(existsSync(dataDir)).toBe(false)
  })
})
