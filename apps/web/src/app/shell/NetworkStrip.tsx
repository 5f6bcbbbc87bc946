import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import classes from '#web/app/shell/NetworkStrip.module.css'
import { type Network, useNetwork } from '#web/lib/network.ts'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'

/** How long people wait without being told. */
const longWaitMs = 15_000

const words: Record<Exclude<Network, 'there'>, string> = {
  offline: 'You are offline. What you see may be out of date.',
  unreachable:
    'The portal does not answer. What you see may be out of date; it is tried again until it does.',
  intercepted:
    'Something between you and the portal answers in its place: a proxy, or the sign-in page of your network. Open another page in a new tab to see what it asks for.',
}

/** Says that what is on the page may be out of date, or takes long to come. Nothing moves by it. */
export function NetworkStrip() {
  const network = useNetwork()
  const { isSlow, stop } = useSlowAnswers()
  let content: ReactNode
  if (network !== 'there') content = words[network]
  else if (isSlow) {
    content = (
      <>
        The portal takes long to answer.{' '}
        <PlainButton look="link" onClick={stop}>
          Stop waiting
        </PlainButton>
      </>
    )
  }
  return (
    <div role="status" className={classes.place}>
      {content !== undefined && <div className={classes.strip}>{content}</div>}
    </div>
  )
}

interface Waiting {
  state: { data: unknown; fetchStatus: string }
  isActive: () => boolean
}

const isWaitedFor = (query: Waiting) =>
  query.state.data === undefined && query.state.fetchStatus === 'fetching' && query.isActive()

/** Whether something on the page is waited for without anything to show yet, and the end of that. */
function useSlowAnswers() {
  const client = useQueryClient()
  const isWaiting = useIsFetching({ predicate: isWaitedFor }) > 0
  const [isLong, setIsLong] = useState(false)
  if (isLong && !isWaiting) setIsLong(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setIsLong(true), longWaitMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
  // Each of them then says that it was stopped, and offers to load it.
  const stop = () => void client.cancelQueries({ predicate: isWaitedFor }, { revert: false })
  return { isSlow: isLong && isWaiting, stop }
}
