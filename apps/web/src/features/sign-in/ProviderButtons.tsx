import { useEffect, useState } from 'react'
import { loadProviders, type Providers } from '#web/features/sign-in/requests.ts'
import classes from '#web/features/sign-in/SignInCard.module.css'
import { leaveForProvider, ssoError } from '#web/features/sign-in/sso.ts'
import { explainedError } from '#web/lib/api/api-error.ts'
import { Notice } from '#web/ui/page/Notice.tsx'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { Row } from '#web/ui/layout.tsx'

interface ProviderButtonsProps {
  returnTo: string
}

/** One button for each identity provider; nothing until they are loaded, or if there are none. */
export function ProviderButtons({ returnTo }: ProviderButtonsProps) {
  const providers = useProviders()
  const [leavingFor, setLeavingFor] = useState<string>()
  const [error, setError] = useState<string>()

  async function leave(provider: string) {
    const unsupported = ssoError()
    setError(unsupported)
    if (unsupported !== undefined) return
    setLeavingFor(provider)
    try {
      await leaveForProvider(provider, returnTo)
    } catch (thrown) {
      setLeavingFor(undefined)
      setError(explainedError(thrown))
    }
  }

  if (providers.length === 0) return null
  return (
    <>
      <Row gap={12} align="center" tone="quiet" fontSize={13} className={classes.or}>
        or
      </Row>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      {providers.map(({ id, name }) => (
        <PlainButton key={id} isWide isBusy={leavingFor === id} onClick={() => void leave(id)}>
          Sign in with {name}
        </PlainButton>
      ))}
    </>
  )
}

function useProviders(): Providers {
  const [providers, setProviders] = useState<Providers>([])
  useEffect(() => {
    const leaving = new AbortController()
    loadProviders(leaving.signal).then(setProviders, (error: unknown) => {
      if (!leaving.signal.aborted) console.error('Sign-in providers could not be loaded', error)
    })
    return () => leaving.abort()
  }, [])
  return providers
}
