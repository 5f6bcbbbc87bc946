import * as endpoints from '@callboard/contract/auth'
import { useEffect, useState } from 'react'
import { ForgotPasswordForm } from '#web/features/sign-in/ForgotPasswordForm.tsx'
import { NewPasswordForm } from '#web/features/sign-in/NewPasswordForm.tsx'
import { readOneTimeLink } from '#web/features/sign-in/one-time-link.ts'
import { SignInCard } from '#web/features/sign-in/SignInCard.tsx'
import { send } from '#web/lib/api/api.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { readSession } from '#web/lib/session/session.ts'
import { endSession } from '#web/lib/session/session-storage.ts'
import { Notice } from '#web/ui/page/Notice.tsx'
import { PlainButton, PlainLink } from '#web/ui/buttons/PlainButton.tsx'
import { Text } from '#web/ui/layout.tsx'

type Step = 'ask' | 'choose' | 'dead' | 'done'

/** Requests a link to choose a new password, or, opened by that link, lets the visitor choose it. */
export function ConfirmPasswordPage() {
  const [link] = useState(() => readOneTimeLink(location.hash))
  const [step, setStep] = useState<Step>(() => firstStep(link))
  // Kept in memory, it lasts as long as the form; in the address and the history it would outlast the visit.
  useEffect(() => {
    history.replaceState(null, '', paths.confirmPassword)
    // A link pasted into this window only changes the part after the `#`.
    const readAnew = () => location.hash !== '' && location.reload()
    addEventListener('hashchange', readAnew)
    return () => removeEventListener('hashchange', readAnew)
  }, [])

  if (step === 'ask' || link === undefined) {
    return (
      <SignInCard title="Forgot your password?">
        <ForgotPasswordForm />
      </SignInCard>
    )
  }
  if (step === 'dead' || link === 'broken') {
    return (
      <SignInCard title="This link does not work">
        <Notice kind="error">
          It was already used, has expired or is incomplete. Only the newest link works.
        </Notice>
        <PlainButton look="primary" isWide onClick={() => setStep('ask')}>
          Request a new link
        </PlainButton>
        <a href={paths.login}>Go to sign-in</a>
      </SignInCard>
    )
  }
  if (step === 'done') {
    return (
      <SignInCard title="Password set">
        <Text as="p">All sessions that used the old password have ended.</Text>
        <PlainLink look="primary" isWide href={paths.login}>
          To the sign-in
        </PlainLink>
      </SignInCard>
    )
  }
  return (
    <SignInCard title="Choose your password">
      <NewPasswordForm
        link={link}
        onDeadLink={() => setStep('dead')}
        onDone={() => {
          leaveOldSession()
          setStep('done')
        }}
      />
    </SignInCard>
  )
}

function firstStep(link: ReturnType<typeof readOneTimeLink>): Step {
  if (link === undefined) return 'ask'
  return link === 'broken' ? 'dead' : 'choose'
}

/** The next sign-in starts afresh, even if another user was signed in here. */
function leaveOldSession(): void {
  if (readSession() === undefined) return
  send(endpoints.logout, {}).catch((error: unknown) =>
    console.warn('The old session has already ended', error),
  )
  endSession()
}
