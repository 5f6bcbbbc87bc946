import '#web/app/zod-without-eval.ts'
import '#web/app/base.css'
import { createRoot } from 'react-dom/client'
import { NewVersion } from '#web/app/NewVersion.tsx'
import { findPublicPage } from '#web/app/public-pages.ts'
import { giveStylesTheirNonce } from '#web/app/style-nonce.ts'
import { cleanViewedUser } from '#web/lib/view-as.ts'
import { isSignedInArea, loginPath, paths } from '#web/lib/paths.ts'
import { readSession } from '#web/lib/session-storage.ts'

giveStylesTheirNonce()
cleanViewedUser()

const host = document.getElementById('root')
if (host === null) throw new Error('The page has no place for the portal')
const root = createRoot(host)

/** Visitors who are signed out get one small page, without the weight of the app. */
async function start(): Promise<void> {
  const { pathname, search, hash } = location
  const page = findPublicPage(pathname)
  // A link to choose a password and a return from single sign-on work for whoever has them, signed in or not.
  if (readSession() !== undefined && (page === undefined || page === 'login')) return startApp()
  if (pathname === paths.root) history.replaceState(null, '', paths.login)
  if (isSignedInArea(pathname)) history.replaceState(null, '', loginPath(pathname + search + hash))
  const { SignedOut } = await import('#web/app/SignedOut.tsx')
  root.render(<SignedOut onSignedIn={(returnTo) => void enterApp(returnTo)} />)
  // The app loads while the visitor types.
  requestIdleCallback?.(() => void import('#web/app/App.tsx').catch(() => undefined))
}

async function enterApp(returnTo: string): Promise<void> {
  history.replaceState(null, '', returnTo)
  await startApp()
}

async function startApp(): Promise<void> {
  try {
    const [{ App }] = await Promise.all([import('#web/app/App.tsx'), installTemporal()])
    root.render(<App />)
  } catch (error) {
    showMissingCode(error)
  }
}

/** For browsers that have none of their own. */
async function installTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
}

/** Not even the frame could be loaded: nothing else can be shown. */
function showMissingCode(error: unknown): void {
  console.error('The code of the portal could not be loaded', error)
  root.render(<NewVersion />)
}

start().catch(showMissingCode)
