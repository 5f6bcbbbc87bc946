import { listProviders } from '@callboard/contract/auth'
import { useEffect, useState } from 'react'
import classes from '#web/features/sign-in/SignInCard.module.css'
import { leaveForProvider, ssoHindrance } from '#web/features/sign-in/sso.ts'
import { readableError, sendAsNobody } from '#web/lib/api.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { PlainButton } from '#web/ui/PlainButton.tsx'

interface ProviderButtonsProps {
  returnTo: string
}

/** One button for each place where one can sign in; nothing where there is none, or none is known. */
export function ProviderButtons({ returnTo }: ProviderButtonsProps) {
  const providers = useProviders()
  const [leavingFor, setLeavingFor] = useState<string>()
  const [fault, setFault] = useState<string>()

  async function leave(provider: string) {
    const hindrance = ssoHindrance()
    setFault(hindrance)
    if (hindrance !== undefined) return
    setLeavingFor(provider)
    try {
      await leaveForProvider(provider, returnTo)
    } catch (error) {
      setLeavingFor(undefined)
      setFault(readableError(error))
    }
  }

  if (providers.length === 0) return null
  return (
    <>
      <div className={classes.or}>or</div>
      {fault !== undefined && <Notice kind="fault">{fault}</Notice>}
      {providers.map(({ id, name }) => (
        <PlainButton key={id} isWide isBusy={leavingFor === id} onClick={() => void leave(id)}>
          Sign in with {name}
        </PlainButton>
      ))}
    </>
  )
}

type Providers = Awaited<ReturnType<typeof loadProviders>>

function useProviders(): Providers {
  const [providers, setProviders] = useState<Providers>([])
  useEffect(() => {
    const leaving = new AbortController()
    loadProviders(leaving.signal).then(setProviders, (error: unknown) => {
      if (!leaving.signal.aborted) console.error('The providers could not be loaded', error)
    })
    return () => leaving.abort()
  }, [])
  return providers
}

async function loadProviders(signal: AbortSignal) {
  return await sendAsNobody(listProviders, {}, signal)
}
