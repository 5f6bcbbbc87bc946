import '#web/app/zod-without-eval.ts'
import '#web/app/base.css'
import { createRoot } from 'react-dom/client'
import { giveStylesTheirNonce } from '#web/app/style-nonce.ts'
import { isSignedInArea, loginPath, paths, returnPath } from '#web/lib/paths.ts'
import { readSession } from '#web/lib/session-storage.ts'

giveStylesTheirNonce()

const host = document.getElementById('root')
if (host === null) throw new Error('The page has no place for the portal')
const root = createRoot(host)

/** Who is signed out gets the sign-in page alone, without the weight of the portal. */
async function start(): Promise<void> {
  if (readSession() !== undefined) return startPortal()
  const { pathname, search, hash } = location
  if (pathname === paths.root) history.replaceState(null, '', paths.login)
  if (isSignedInArea(pathname)) history.replaceState(null, '', loginPath(pathname + search + hash))
  const { SignedOut } = await import('#web/app/SignedOut.tsx')
  root.render(<SignedOut onSignedIn={() => void enterPortal()} />)
  // While the visitor types, the portal comes over.
  requestIdleCallback?.(() => void import('#web/app/Portal.tsx'))
}

async function enterPortal(): Promise<void> {
  history.replaceState(null, '', returnPath(location.search, location.origin))
  await startPortal()
}

async function startPortal(): Promise<void> {
  const { Portal } = await import('#web/app/Portal.tsx')
  root.render(<Portal />)
}

void start()
