import '#web/app/base.css'
import { createRoot } from 'react-dom/client'
import { NewVersion } from '#web/app/NewVersion.tsx'
import { NothingKept } from '#web/app/NothingKept.tsx'
import { findPublicPage } from '#web/app/public-pages.ts'
import { giveStylesTheirNonce } from '#web/lib/style-nonce.ts'
import { isSignedInArea, loginPath, paths } from '#web/lib/urls/paths.ts'
import { endSession, readSessionText } from '#web/lib/session/session-storage.ts'

giveStylesTheirNonce()

const host = document.getElementById('root')
if (host === null) throw new Error('The page has no place for the portal')
const root = createRoot(host)

async function start(): Promise<void> {
  const page = findPublicPage(location.pathname)
  // Links of mails and a return from single sign-on work for whoever has them, signed in or not.
  if (readSessionText() !== null && (page === undefined || page === 'login')) return startApp()
  return showSignedOut()
}

/** Visitors who are signed out get one small page, without the weight of the app. */
async function showSignedOut(): Promise<void> {
  const { pathname, search, hash } = location
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
    const [{ App, preloadFirstPage }, { readSession }] = await Promise.all([
      import('#web/app/App.tsx'),
      import('#web/lib/session/session.ts'),
      installTemporal(),
    ])
    if (readSession() !== undefined) {
      await preloadFirstPage()
      return root.render(<App />)
    }
    // What is stored is no session that this version can read.
    endSession()
    await showSignedOut()
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
  console.error('The portal could not be started', error)
  root.render(error instanceof DOMException ? <NothingKept /> : <NewVersion />)
}

start().catch(showMissingCode)
