import { useEffect, useState } from 'react'
import { SignInCard } from '#web/features/sign-in/SignInCard.tsx'
import {
  findUnsubscribable,
  unsubscribe,
  type Unsubscribable,
} from '#web/features/subscriptions/unsubscribe-requests.ts'
import { explainedError } from '#web/lib/api/api-error.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { Notice } from '#web/ui/page/Notice.tsx'
import { PageSpinner } from '#web/ui/page/PageSpinner.tsx'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { Text } from '#web/ui/layout.tsx'

type Found = Unsubscribable | 'loading' | 'unknown'

/** Opened by the link of a mail, signed in or not: nothing happens before the button is pressed, as programs follow links. */
export function UnsubscribePage() {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const [found, setFound] = useState<Found>(token === '' ? 'unknown' : 'loading')
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)

  useEffect(() => {
    // A link pasted into this window only changes the part after the `#`.
    const readAnew = () => location.reload()
    addEventListener('hashchange', readAnew)
    return () => removeEventListener('hashchange', readAnew)
  }, [])

  useEffect(() => {
    if (token === '') return undefined
    const leaving = new AbortController()
    findUnsubscribable(token, leaving.signal).then(
      (loaded) => setFound(loaded ?? 'unknown'),
      (cause: unknown) => {
        if (!leaving.signal.aborted) setError(explainedError(cause))
      },
    )
    return () => leaving.abort()
  }, [token])

  if (found === 'unknown') {
    return (
      <SignInCard title="This link does not work">
        <Notice kind="error">
          It is incomplete, or what it belongs to was deleted. In that case, no more emails are sent.
        </Notice>
        <a href={paths.ownSubscriptions}>Sign in to see your subscriptions</a>
      </SignInCard>
    )
  }
  if (found === 'loading') {
    return (
      <SignInCard title="Unsubscribe">
        {error === undefined ? (
          <PageSpinner />
        ) : (
          <>
            <Notice kind="error">{error}</Notice>
            <PlainButton look="primary" isWide onClick={() => location.reload()}>
              Try again
            </PlainButton>
          </>
        )}
      </SignInCard>
    )
  }
  const { of, name, isUnsubscribed } = found
  if (isUnsubscribed) {
    return (
      <SignInCard title="You are unsubscribed">
        <Notice kind="done">{ended[of](name)}</Notice>
        {of === 'alert' ? (
          <a href={paths.alerts}>Sign in to see your alerts, and to be notified again</a>
        ) : (
          <a href={paths.ownSubscriptions}>Sign in to see your subscriptions, and to resubscribe</a>
        )}
      </SignInCard>
    )
  }
  async function leave() {
    setIsSending(true)
    try {
      await unsubscribe(token)
      setFound({ of, name, isUnsubscribed: true })
    } catch (cause) {
      setError(explainedError(cause))
    }
    setIsSending(false)
  }
  return (
    <SignInCard title="Unsubscribe?">
      <Text as="p">{offered[of](name)}</Text>
      {error !== undefined && <Notice kind="error">{error}</Notice>}
      <PlainButton look="primary" isWide isBusy={isSending} onClick={() => void leave()}>
        Unsubscribe
      </PlainButton>
    </SignInCard>
  )
}

const offered = {
  subscription: (name: string) => `“${name}” is sent to you by email. Others will still receive it.`,
  alert: (name: string) =>
    `The alert “${name}” notifies you by email when it is triggered and when it ends. Others will still be notified.`,
} as const
const ended = {
  subscription: (name: string) => `You no longer receive “${name}”.`,
  alert: (name: string) => `The alert “${name}” no longer notifies you.`,
} as const
