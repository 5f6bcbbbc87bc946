import { resolve } from 'node:path'
import { z } from 'zod'

const url = (schemes: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.some((scheme) => text.startsWith(`${scheme}:`)), {
    error: `must be a URL that starts with ${schemes.join(': or ')}:`,
  })

const portError = 'must be a number from 0 to 65535'

const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, portError)
    .transform(Number)
    .refine((port) => port <= 65_535, portError)
    .default(8080),
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().trim().min(1).default('./data'),
  PUBLIC_URL: url(['http', 'https']).optional(),
  ADMIN_USER: z.string().trim().min(1).max(100).default('admin'),
  ADMIN_PASSWORD: z.string().min(12, 'must have at least 12 characters').max(200).optional(),
  DEMO: z.enum(['on', 'off']).default('off'),
  DATABASE_URL: url(['postgres', 'postgresql']).optional(),
  CLICKHOUSE_URL: url(['http', 'https']).optional(),
  SMTP_URL: url(['smtp', 'smtps']).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*\S@\S[^\r\n]*$/, 'must hold an e-mail address')
    .default('Callboard <callboard@localhost>'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
})

export interface Config {
  port: number
  host: string
  dataDir: string
  /** Where people reach the portal: for links in mails and the return from single sign-on. No slash at the end. */
  publicUrl: string
  adminUser: string
  adminPassword: string | undefined
  isDemo: boolean
  databaseUrl: string | undefined
  clickhouseUrl: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  logLevel: string
}

/** A setting of the environment that cannot be; one line for each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the environment once, at the start. An empty variable counts as absent. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = Environment.safeParse(given)
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(faults.join('\n'))
  }
  const { data } = result
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir: resolve(data.DATA_DIR),
    publicUrl: (data.PUBLIC_URL ?? localUrl(data.HOST, data.PORT)).replace(/\/+$/, ''),
    adminUser: data.ADMIN_USER,
    adminPassword: data.ADMIN_PASSWORD,
    isDemo: data.DEMO === 'on',
    databaseUrl: data.DATABASE_URL,
    clickhouseUrl: data.CLICKHOUSE_URL,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    logLevel: data.LOG_LEVEL,
  }
}

function localUrl(host: string, port: number): string {
  const isThisMachine = host === '127.0.0.1' || host === '0.0.0.0' || host === '::'
  return `http://${isThisMachine ? 'localhost' : host}:${port}`
}
