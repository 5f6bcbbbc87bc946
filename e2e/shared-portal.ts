import { z } from 'zod'

// Set by global-setup.ts.
const { PORTAL_PASSWORDS = '{}', PORTAL_MAILS = '', PORTAL_URL = '' } = process.env

const passwords = new Map(
  Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(PORTAL_PASSWORDS))),
)

export const portalUrl = PORTAL_URL
export const mailFolder = PORTAL_MAILS

/** The administrator, and the demo users that journeys sign in as. */
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
  if (password === undefined) throw new Error(`the portal printed no password of ${userName}`)
  return password
}

/** For journeys that change a user's password. */
export function rememberPassword(userName: PortalUserName, password: string): void {
  passwords.set(userName, password)
}
