import type { Me } from '@callboard/contract/users'
import { useEffect, useId, useRef, useState } from 'react'
import { logOut } from '#web/app/log-out.ts'
import classes from '#web/app/SignInDialog.module.css'
import { type SignInStep, SignInSteps } from '#web/features/sign-in/SignInSteps.tsx'
import { fullName } from '#web/lib/session/current-user.ts'
import { startAnew } from '#web/lib/session/start-anew.ts'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'

interface SignInDialogProps {
  /** Whose page it is. */
  user: Me
}

/**
 * The sign-in over a page whose session is over. What is below stays as it was, and cannot be read or reached until then:
 * drawers and dialogs of the page included, which is why it is a dialog of the browser.
 */
export function SignInDialog({ user }: SignInDialogProps) {
  const [step, setStep] = useState<SignInStep>('password')
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const name = fullName(user)
  const { pathname, search, hash } = location
  const isLocal = user.loginProvider === 'local'
  useEffect(() => {
    const { current } = dialog
    const before = document.activeElement
    const open = () => current?.showModal()
    open()
    current?.querySelector<HTMLInputElement>(isLocal ? '[name=password]' : 'input')?.focus()
    // Browsers let nobody keep a dialog open for good.
    current?.addEventListener('close', open)
    return () => {
      current?.removeEventListener('close', open)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [isLocal])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        // Neither this nor what is below is closed by it, nor are keys of the page meant.
        event.stopPropagation()
        if (event.key === 'Escape') event.preventDefault()
      }}
    >
      <Stack gap={16}>
        <Text as="h2" id={titleId} fontSize={20} lineHeight="28px">
          {step === 'code' ? 'Enter your code' : 'Your session has ended'}
        </Text>
        <Text as="p">
          Sign in to continue as {name}. What you entered is still here; if you were saving, save again.
        </Text>
        <SignInSteps
          step={step}
          onStep={setStep}
          userName={isLocal ? user.userName : ''}
          returnTo={pathname + search + hash}
        />
        <PlainButton look="link" onClick={() => startAnew(() => void logOut())}>
          Not {name}? Close this page
        </PlainButton>
      </Stack>
    </dialog>
  )
}
