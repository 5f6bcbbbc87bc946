import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

/** The lines that a start with this environment ends with. */
function errorsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

const secret = 'hunter2-hunter2'

const provider = {
  id: 'liberty',
  name: 'Liberty',
  issuer: 'https://id.example.com/realms/calls',
  clientId: 'callboard',
  clientSecret: secret,
  createUsers: true,
}

const listOf = (...changes: object[]) =>
  JSON.stringify(changes.map((changed) => ({ ...provider, ...changed })))

const wrong: Record<string, string[]> = {
  PORT: ['abc', '-1', '65536', '999999', '80.5', '1e3', '0x50', ' ', ' 80', '８０', 'NaN', '80,81'],
  HOST: [' ', '\t'],
  DATA_DIR: [' '],
  PUBLIC_URL: ['nope', 'calls.example.com', 'ftp://calls.example.com', '//x', 'javascript:alert(1)'],
  TRUST_PROXY: [
    'true',
    '0',
    '11',
    '-1',
    'nginx',
    '10.0.0.5,',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    '::1/129',
    '10.0.0.0/8/8',
  ],
  TLS_CERT: ['/certificate.pem'],
  ADMIN_USER: [' ', 'a'.repeat(101)],
  ADMIN_PASSWORD: ['short', 'a'.repeat(201)],
  DEMO: ['yes', 'ON', '1', 'true', ' on'],
  PROCESS: ['none', 'Web'],
  PROCESS_URL: ['nope', `ftp://${secret}@x`],
  DATABASE_URL: [
    'nope',
    `mysql://root:${secret}@x/y`,
    `https://user:${secret}@x`,
    `postgres //${secret}`,
    `postgres://ada:${secret}@db1,,db3/calls`,
    `postgres://ada:${secret}@db1,db2:70000/calls`,
  ],
  DATABASE_CONNECTIONS: ['0', '4', '1000', 'many', '5.5'],
  DATABASE_STATEMENT_SECONDS: ['soon', '-1', '1.5'],
  CLICKHOUSE_URL: [
    'nope',
    `tcp://default:${secret}@x`,
    'localhost:8123',
    'http://a:8123,',
    'http://a:8123,http://a:8123',
    'http://a:8123,http://b:8123',
  ],
  CLICKHOUSE_CLUSTER: ['a b', `x'; DROP`, 'calls'],
  SMTP_URL: ['nope', `https://user:${secret}@x`, 'smtp'],
  BOUNCE_MAILBOX_URL: ['nope', `imaps://x/${secret}`, `smtps://user:${secret}@x`],
  MAIL_FROM: ['x', 'nobody', '@', 'a@', ' @ ', 'a@b\r\nBcc: c@d'],
  OIDC_PROVIDERS: [
    'liberty',
    '{}',
    'null',
    ' ',
    `[{"clientSecret":"${secret}"`,
    `["${secret}"]`,
    '[null]',
    '[[]]',
    listOf({ id: 'Liberty' }),
    listOf({ id: '' }),
    listOf({ id: 'a'.repeat(33) }),
    listOf({ id: '1st' }),
    listOf({ id: 'local' }),
    listOf({ id: 'exchange' }),
    listOf({ name: ' ' }),
    listOf({ name: 'a'.repeat(101) }),
    ...[
      'id.example.com',
      'http://id.example.com',
      'http://localhost.example.com',
      'http://127.0.0.1.example.com',
      'ftp://localhost',
      'javascript:alert(1)',
      ` ${provider.issuer}`,
      `${provider.issuer}?a=b`,
      `${provider.issuer}#a`,
      `https://user:${secret}@id.example.com`,
      '',
      7,
    ].map((issuer) => listOf({ issuer })),
    listOf({ clientId: '' }),
    listOf({ clientSecret: '' }),
    listOf({ clientSecret: [secret] }),
    listOf({ clientSecret: undefined }),
    listOf({ createUsers: 'yes' }),
    listOf({ createUsers: null }),
    listOf({ client_secret: secret }),
    listOf({}, { name: 'Another' }),
  ],
  FILES_URL: ['nope', '/var/files', `s3://key:${secret}@bucket`, 's3://bucket'],
  RECORDINGS_URL: [
    'nope',
    '/var/recordings',
    'https://bucket',
    `s3://key:${secret}@bucket`,
    's3://Bucket',
    's3://bucket?endpoint=ftp://x',
    // Without keys.
    's3://bucket',
  ],
  BACKUPS_URL: [
    'nope',
    '/var/backups',
    'https://bucket',
    `s3://key:${secret}@bucket`,
    's3://Bucket',
    's3://bucket?endpoint=ftp://x',
    // Without keys.
    's3://bucket',
  ],
  SPEECH_TO_TEXT_HOSTS: [
    'http://whisper',
    'whisper:9000,other',
    '*.example.com',
    'whisper/x',
    `a:${secret}@b`,
  ],
  IMPORT_FOLDERS: ['calls', '/srv/calls:calls'],
  SOURCE_ADDRESSES: ['pbx', '10.0.0.7,10.0.0.8', '10.0.0.0/8', `a:${secret}@10.0.0.7`],
  METRICS_TOKEN: ['short', `${secret} spaced out`, secret.repeat(20)],
  SLOW_QUERY_MS: ['soon', '-1', '1.5', '99999999'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['nope', `grpc://user:${secret}@x`],
  OTEL_SERVICE_NAME: [' '],
  OTEL_TRACES_SAMPLER_ARG: ['half', '1.5', '-0.1', '.5'],
  API_KEY_REQUESTS_PER_MINUTE: ['0', 'many', '-1', '10.5'],
  LOG_LEVEL: ['loud', 'WARN', '3'],
}

describe('a wrong setting', () => {
  const each = Object.entries(wrong).flatMap(([name, values]) => values.map((value) => ({ name, value })))

  it.each(each)('is told in one line that names it and not its value: $name=$value', ({ name, value }) => {
    const [line, ...more] = errorsOf({ [name]: value })
    expect(more).toEqual([])
    expect(line).toMatch(new RegExp(`^${name}: \\S.*`))
    expect(line).not.toContain(secret)
    expect(line).not.toMatch(/NaN|undefined|\[object/)
  })

  it('of a provider is told by its place and its field, each in a line', () => {
    const list = listOf({}, { id: 'other', issuer: 'x', clientSecret: '', secret })
    expect(errorsOf({ OIDC_PROVIDERS: list })).toEqual([
      'OIDC_PROVIDERS: provider 2: issuer must be an https address without query, or http on localhost',
      'OIDC_PROVIDERS: provider 2: clientSecret must be a text of 1 to 500 characters',
      'OIDC_PROVIDERS: provider 2: "secret" is not one of id, name, issuer, clientId, clientSecret, createUsers',
    ])
  })

  it('does not hide another', () => {
    const lines = errorsOf({ PORT: 'x', DEMO: 'x', LOG_LEVEL: 'x', HOST: 'localhost' })
    expect(lines.map((line) => line.split(':')[0])).toEqual(['PORT', 'DEMO', 'LOG_LEVEL'])
  })
})

describe('the settings', () => {
  const defaults = {
    port: 8080,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    publicUrl: 'http://localhost:8080',
    adminUser: 'admin',
    adminPassword: undefined,
    isDemo: false,
    process: 'all',
    databaseUrl: undefined,
    clickhouse: undefined,
    smtpUrl: undefined,
    bounceMailboxUrl: undefined,
    mailFrom: 'Callboard <callboard@localhost>',
    oidcProviders: [],
    speech: { command: [], hosts: [] },
    importFolders: [],
    sourceAddresses: [],
    databaseConnections: 20,
    databaseStatementSeconds: 600,
    slowQueryMs: 5000,
    apiKeyRequestsPerMinute: 30_000,
    logLevel: 'warn',
  }

  it('have defaults without a password, a secret or an address of others', () => {
    expect(readConfig({})).toEqual(defaults)
  })

  it('that are empty are those that are not there, and others are none of ours', () => {
    const names = [...Object.keys(wrong), 'PATH', 'HOME']
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(defaults)
    expect(readConfig({ PATH: '/bin', NODE_ENV: 'x' })).toEqual(defaults)
  })

  it('are read as they are given', () => {
    const given = {
      PORT: '0',
      HOST: '::1',
      DATA_DIR: '/srv/calls',
      PUBLIC_URL: 'https://calls.example.com/portal',
      ADMIN_USER: ' ada ',
      ADMIN_PASSWORD: 'plover quartz 41',
      DEMO: 'on',
      PROCESS: 'worker',
      PROCESS_URL: 'http://10.0.0.5:8080',
      DATABASE_URL: 'postgresql://ada:x@db1.example.com,[fd00::7]:5433/calls?sslmode=verify-full',
      DATABASE_CONNECTIONS: '40',
      DATABASE_STATEMENT_SECONDS: '0',
      CLICKHOUSE_URL: 'https://default:x@calls-1.example.com:8443,https://default:x@calls-2.example.com:8443',
      CLICKHOUSE_CLUSTER: 'calls',
      FILES_URL: 'file:///srv/files',
      SMTP_URL: 'smtps://ada:x@mail.example.com',
      BOUNCE_MAILBOX_URL: 'imaps://ada:x@imap.example.com/Bounces',
      MAIL_FROM: 'Ada <ada@example.com>',
      OIDC_PROVIDERS: listOf({}, { id: 'here-2', issuer: 'http://127.0.0.1:9000', createUsers: undefined }),
      SPEECH_TO_TEXT_COMMAND: ' /opt/transcribe  --fast',
      SPEECH_TO_TEXT_HOSTS: 'whisper:9000 [::1]:80 10.0.0.7',
      IMPORT_FOLDERS: '/srv/calls:/mnt/pbx',
      SOURCE_ADDRESSES: '10.0.0.7 fd00::7',
      METRICS_TOKEN: secret.repeat(2),
      SLOW_QUERY_MS: '250',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.com:4318/',
      OTEL_SERVICE_NAME: 'callboard-web',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      API_KEY_REQUESTS_PER_MINUTE: '600',
      LOG_LEVEL: 'silent',
    }
    expect(readConfig(given)).toEqual({
      port: 0,
      host: '::1',
      dataDir: resolve('/srv/calls'),
      publicUrl: given.PUBLIC_URL,
      adminUser: 'ada',
      adminPassword: given.ADMIN_PASSWORD,
      isDemo: true,
      process: 'worker',
      processUrl: given.PROCESS_URL,
      databaseUrl: given.DATABASE_URL,
      databaseConnections: 40,
      databaseStatementSeconds: 0,
      clickhouse: { urls: given.CLICKHOUSE_URL.split(','), cluster: 'calls' },
      exports: { folder: '/srv/files/exports', setting: 'FILES_URL' },
      deliveries: { folder: '/srv/files/deliveries', setting: 'FILES_URL' },
      imports: { folder: '/srv/files/imports', setting: 'FILES_URL' },
      recordings: { folder: '/srv/files/recordings', setting: 'FILES_URL' },
      smtpUrl: given.SMTP_URL,
      bounceMailboxUrl: given.BOUNCE_MAILBOX_URL,
      mailFrom: given.MAIL_FROM,
      oidcProviders: [
        provider,
        { ...provider, id: 'here-2', issuer: 'http://127.0.0.1:9000', createUsers: false },
      ],
      speech: {
        command: ['/opt/transcribe', '--fast'],
        hosts: ['whisper:9000', '[::1]:80', '10.0.0.7'],
      },
      importFolders: ['/srv/calls', '/mnt/pbx'],
      sourceAddresses: ['10.0.0.7', 'fd00::7'],
      metricsToken: secret.repeat(2),
      slowQueryMs: 250,
      tracing: { endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: 'callboard-web', ratio: 0.25 },
      apiKeyRequestsPerMinute: 600,
      logLevel: 'silent',
    })
  })
})

describe('a process that does not do all', () => {
  it('needs the databases that the others use, too', () => {
    const clickhouse = { CLICKHOUSE_URL: 'http://calls.example.com:8123' }
    for (const role of ['web', 'worker'])
      for (const given of [{}, clickhouse])
        expect(() => readConfig({ PROCESS: role, ...given })).toThrow('PROCESS: needs DATABASE_URL')
  })

  it('needs a place of files that the others use, too', () => {
    const databases = {
      DATABASE_URL: 'postgres://x@postgres/callboard',
      CLICKHOUSE_URL: 'http://calls.example.com:8123',
    }
    const own = { EXPORTS_DIR: '/srv/e', DELIVERIES_DIR: '/srv/d', IMPORTS_DIR: '/srv/i' }
    expect(errorsOf({ PROCESS: 'web', ...databases, ...own })).toEqual([
      'PROCESS: needs FILES_URL, as what one process writes another one sends or serves',
    ])
    for (const given of [{ FILES_URL: 'file:///srv' }, { ...own, RECORDINGS_URL: 'file:///srv/r' }])
      expect(readConfig({ PROCESS: 'web', ...databases, ...given }).process).toBe('web')
  })
})

describe('the place of backups', () => {
  it('is a folder, or a bucket with the keys of that of recordings', () => {
    expect(readConfig({ BACKUPS_URL: 'file:///var/backups' }).backups).toEqual({
      folder: '/var/backups',
      setting: 'BACKUPS_URL',
    })
    const bucket = { BACKUPS_URL: 's3://backups', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: secret }
    const { backups, s3Keys } = readConfig({ ...bucket, BACKUP_KEY_FILE: '/etc/key' })
    expect(backups).toMatchObject({ address: { bucket: 'backups' }, keys: s3Keys })
  })
})

describe('the place of all files', () => {
  it('has a folder for each kind, unless a kind has a place of its own', () => {
    const { exports, deliveries, recordings, imports } = readConfig({
      FILES_URL: 'file:///srv/files',
      DELIVERIES_DIR: '/srv/deliveries',
    })
    expect({ exports, deliveries, recordings, imports }).toEqual({
      exports: { folder: '/srv/files/exports', setting: 'FILES_URL' },
      deliveries: { folder: '/srv/deliveries', setting: 'DELIVERIES_DIR' },
      recordings: { folder: '/srv/files/recordings', setting: 'FILES_URL' },
      imports: { folder: '/srv/files/imports', setting: 'FILES_URL' },
    })
  })

  it('may be a bucket', () => {
    const bucket = { FILES_URL: 's3://calls/a', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: secret }
    const { exports, recordings, imports } = readConfig({ ...bucket, RECORDINGS_URL: 's3://sound' })
    expect(exports).toMatchObject({ address: { bucket: 'calls', prefix: 'a/exports/' }, keys: { id: 'id' } })
    expect(recordings).toMatchObject({ address: { bucket: 'sound', prefix: '' } })
    expect(imports).toMatchObject({ address: { bucket: 'calls', prefix: 'a/imports/' }, keys: { id: 'id' } })
    expect(errorsOf({ ...bucket, AWS_ACCESS_KEY_ID: '' })).toEqual([
      'FILES_URL: needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for a bucket',
    ])
  })
})

describe('the place of recordings', () => {
  it('is a folder, or a bucket with its keys', () => {
    expect(readConfig({}).recordings).toBeUndefined()
    expect(readConfig({ RECORDINGS_URL: 'file:///var/calls' }).recordings).toEqual({
      folder: '/var/calls',
      setting: 'RECORDINGS_URL',
    })
    const bucket = { RECORDINGS_URL: 's3://calls/a', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: secret }
    expect(readConfig(bucket).recordings).toMatchObject({
      address: { bucket: 'calls', prefix: 'a/' },
      keys: { id: 'id', secret },
    })
    expect(errorsOf({ ...bucket, AWS_SECRET_ACCESS_KEY: '' })).toEqual([
      'RECORDINGS_URL: needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for a bucket',
    ])
  })
})
