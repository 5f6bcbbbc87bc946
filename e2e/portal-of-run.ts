import { z } from 'zod'

/** What the set-up of a run tells its journeys. */
const { PORTAL_PASSWORDS = '{}', PORTAL_MAILS = '', PORTAL_URL = '' } = process.env

const passwords = new Map(
  Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(PORTAL_PASSWORDS))),
)

export const portalUrl = PORTAL_URL
export const mailFolder = PORTAL_MAILS

/** Users of the demo, by the right that they have. */
export type PortalUserName =
  | 'admin'
  | 'demo-analyst'
  | 'demo-client'
  | 'demo-accounts'
  | 'demo-branches'
  | 'demo-reader'
  | 'demo-expired'
  | 'demo-supervisor'

export function passwordOf(userName: PortalUserName): string {
  const password = passwords.get(userName)
  if (password === undefined) throw new Error(`the portal made no sign-in of ${userName}`)
  return password
}

/** For a journey that gave somebody another password. */
export function rememberPassword(userName: PortalUserName, password: string): void {
  passwords.set(userName, password)
}
