import { useState } from 'react'
import { CodeForm } from '#web/features/sign-in/CodeForm.tsx'
import { type Credentials, PasswordForm } from '#web/features/sign-in/PasswordForm.tsx'
import { ProviderButtons } from '#web/features/sign-in/ProviderButtons.tsx'
import { signIn } from '#web/features/sign-in/requests.ts'
import { signInError } from '#web/features/sign-in/sign-in-error.ts'
import { hasCode } from '#web/lib/api/api-error.ts'

export type SignInStep = 'password' | 'code'

interface SignInStepsProps {
  step: SignInStep
  onStep: (step: SignInStep) => void
  /** Who is expected to sign in; empty for anybody. */
  userName?: string
  /** Where single sign-on comes back to. */
  returnTo: string
}

/** User name and password, the code of a second factor if there is one, and the identity providers. */
export function SignInSteps({ step, onStep, userName = '', returnTo }: SignInStepsProps) {
  const [credentials, setCredentials] = useState<Credentials>({ userName, password: '' })

  async function submit(body: Credentials & { code?: string }): Promise<string | undefined> {
    try {
      await signIn(body)
      return undefined
    } catch (error) {
      if (!hasCode(error, 'secondFactorRequired')) return signInError(error)
      onStep('code')
      return undefined
    }
  }

  if (step === 'code') {
    return (
      <CodeForm
        onSubmit={(code) => submit({ ...credentials, code })}
        onBack={() => {
          setCredentials({ ...credentials, password: '' })
          onStep('password')
        }}
      />
    )
  }
  return (
    <>
      <PasswordForm
        given={credentials}
        onSubmit={(given) => {
          setCredentials(given)
          return submit(given)
        }}
      />
      <ProviderButtons returnTo={returnTo} />
    </>
  )
}
