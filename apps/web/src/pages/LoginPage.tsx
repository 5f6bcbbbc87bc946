import { useState } from 'react'
import { SignInCard } from '#web/features/sign-in/SignInCard.tsx'
import { type SignInStep, SignInSteps } from '#web/features/sign-in/SignInSteps.tsx'
import { returnPath } from '#web/lib/urls/paths.ts'

export function LoginPage() {
  const [step, setStep] = useState<SignInStep>('password')
  return (
    <SignInCard title={step === 'code' ? 'Enter your code' : 'Sign in'} isTitleHidden={step === 'password'}>
      <SignInSteps step={step} onStep={setStep} returnTo={returnPath(location.search, location.origin)} />
    </SignInCard>
  )
}
