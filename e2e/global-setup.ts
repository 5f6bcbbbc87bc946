import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMailbox } from './mailbox.ts'
import { startPortal } from './start-portal.ts'

/** Playwright's global setup: one portal for all journeys, which know it through `shared-portal.ts`. */
export default async function startSharedPortal(): Promise<() => Promise<void>> {
  const mailbox = await openMailbox()
  const speech = await planSpeech()
  const env = { SMTP_URL: mailbox.url, SPEECH_TO_TEXT_COMMAND: speech.command }
  const portal = await startPortal({ env, hasSingleSignOn: true })
  process.env['PORTAL_URL'] = portal.url
  process.env['PORTAL_PASSWORDS'] = JSON.stringify(portal.passwords)
  process.env['PORTAL_MAILS'] = mailbox.folder
  return async () => {
    await portal.stop()
    await mailbox.close()
    await rm(speech.folder, { recursive: true, force: true })
  }
}

/** Speech to text as a command, which hears the same in every recording; off until a journey switches it on. */
async function planSpeech(): Promise<{ command: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'callboard-speech-'))
  const plan = join(folder, 'plan')
  await writeFile(plan, 'good')
  const root = join(import.meta.dirname, '..')
  return {
    command: [join(root, '.bin/node'), join(root, 'apps/server/test/speech-command.ts'), plan].join(' '),
    folder,
  }
}
