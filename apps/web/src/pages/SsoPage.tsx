import * as endpoints from '@callboard/contract/auth'
import { useEffect, useState } from 'react'
import { signInError } from '#web/features/sign-in/sign-in-error.ts'
import { SignInCard } from '#web/features/sign-in/SignInCard.tsx'
import { leaveForProvider, ssoError, type SsoStart, takeSsoStart } from '#web/features/sign-in/sso.ts'
import { sendAsNobody } from '#web/lib/api/api.ts'
import { hasCode, isWorthRetrying } from '#web/lib/api/api-error.ts'
import { loginPath, ownPath, paths, readSegment, returnPath } from '#web/lib/urls/paths.ts'
import { readSession } from '#web/lib/session/session.ts'
import { beginSession } from '#web/lib/session/session-storage.ts'
import { Notice } from '#web/ui/page/Notice.tsx'
import { PageSpinner } from '#web/ui/page/PageSpinner.tsx'
import { PlainButton, PlainLink } from '#web/ui/buttons/PlainButton.tsx'

const defaultProvider = 'liberty'

const reasons = {
  unknownProvider: 'This portal has no sign-in provider with that name.',
  providerUnavailable: 'Your sign-in provider is not responding. Try again later.',
  denied: 'Your provider refused the sign-in, or you cancelled it.',
  invalidResponse: 'The response of your sign-in provider could not be verified. Try again.',
  expired: 'This sign-in took too long or was already used. Try again.',
  noAccount: 'There is no portal account for the one you signed in with. Ask an administrator to create one.',
  accountInactive: 'Your account is inactive. Ask an administrator to activate it.',
} as const satisfies Record<endpoints.SsoErrorCode, string>

const strangeLink =
  'This sign-in was started in another window and cannot be completed here. If you did not start it, someone may have sent you their own link.'

interface SsoPageProps {
  onSignedIn: (returnTo: string) => void
}

interface Return {
  id: string
  start: SsoStart
}

interface Failure {
  text: string
  returnTo: string
  /** Can be retried as it was. */
  again?: Return
}

/** Where single sign-on returns to; opened without an id, it begins there. */
export function SsoPage({ onSignedIn }: SsoPageProps) {
  const [failure, setFailure] = useState<Failure>()

  async function finish({ id, start }: Return) {
    setFailure(undefined)
    const returnTo = ownPath(start.returnTo, location.origin)
    try {
      beginSession(await sendAsNobody(endpoints.exchangeSso, { body: { id, verifier: start.verifier } }))
      onSignedIn(returnTo)
    } catch (error) {
      const text = hasCode(error, 'invalidOneTimeId') ? reasons.expired : signInError(error)
      setFailure({ text, returnTo, ...(isWorthRetrying(error) ? { again: { id, start } } : {}) })
    }
  }

  async function begin(returnTo: string) {
    const unsupported = ssoError()
    if (unsupported !== undefined) return setFailure({ text: unsupported, returnTo })
    try {
      await leaveForProvider(defaultProvider, returnTo)
    } catch (error) {
      setFailure({ text: signInError(error), returnTo })
    }
  }

  useEffect(() => {
    const { id, error } = readReturn()
    if (id === undefined && error === undefined) {
      void begin(returnPath(location.search, location.origin))
      return
    }
    // Neither history nor reload must lead here again.
    history.replaceState(null, '', paths.login)
    const start = takeSsoStart()
    const returnTo = ownPath(start?.returnTo ?? null, location.origin)
    if (error !== undefined) setFailure({ text: reasonOf(error), returnTo })
    else if (id !== undefined && start !== undefined) void finish({ id, start })
    else setFailure({ text: strangeLink, returnTo })
    // oxlint-disable-next-line react/exhaustive-deps -- an address is read once
  }, [])

  if (failure === undefined) return <PageSpinner />
  const { text, returnTo, again } = failure
  return (
    <SignInCard title="Sign-in failed">
      <Notice kind="error">{text}</Notice>
      {again !== undefined && (
        <PlainButton isWide onClick={() => void finish(again)}>
          Complete sign-in
        </PlainButton>
      )}
      <PlainLink look="primary" isWide href={loginPath(returnTo)}>
        Try to Login Again
      </PlainLink>
      {readSession() !== undefined && <a href={paths.root}>Stay signed in</a>}
    </SignInCard>
  )
}

function readReturn(): { id?: string | undefined; error?: string | undefined } {
  const error = new URLSearchParams(location.search).get('error') ?? undefined
  const id = location.pathname.split('/')[2] ?? ''
  return { error, id: id === '' ? undefined : readSegment(id) }
}

function reasonOf(error: string): string {
  const known = endpoints.ssoErrorCodes.find((code) => code === error)
  return known === undefined ? 'Sign-in failed for an unknown reason. Try again.' : reasons[known]
}
