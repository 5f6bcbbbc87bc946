import { useState } from 'react'
import { CodeForm } from '#web/features/sign-in/CodeForm.tsx'
import { type Credentials, PasswordForm } from '#web/features/sign-in/PasswordForm.tsx'
import { ProviderButtons } from '#web/features/sign-in/ProviderButtons.tsx'
import { signIn } from '#web/features/sign-in/requests.ts'
import { signInError } from '#web/features/sign-in/sign-in-error.ts'
import { SignInCard } from '#web/features/sign-in/SignInCard.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { returnPath } from '#web/lib/urls/paths.ts'

type Step = 'password' | 'code'

export function LoginPage() {
  const [step, setStep] = useState<Step>('password')
  const [credentials, setCredentials] = useState<Credentials>({ userName: '', password: '' })

  async function submit(body: Credentials & { code?: string }): Promise<string | undefined> {
    try {
      await signIn(body)
      return undefined
    } catch (error) {
      if (!hasCode(error, 'secondFactorRequired')) return signInError(error)
      setStep('code')
      return undefined
    }
  }

  if (step === 'code') {
    return (
      <SignInCard title="Second step of the sign-in">
        <CodeForm
          onSubmit={(code) => submit({ ...credentials, code })}
          onBack={() => {
            setCredentials({ ...credentials, password: '' })
            setStep('password')
          }}
        />
      </SignInCard>
    )
  }
  return (
    <SignInCard title="Sign in" isTitleHidden>
      <PasswordForm
        given={credentials}
        onSubmit={(given) => {
          setCredentials(given)
          return submit(given)
        }}
      />
      <ProviderButtons returnTo={returnPath(location.search, location.origin)} />
    </SignInCard>
  )
}
