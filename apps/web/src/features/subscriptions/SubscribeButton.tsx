import { BellFilled, BellOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import {
  useGetsOneOf,
  useMaySubscribe,
  useOwnSubscriptionsOf,
} from '#web/features/subscriptions/own-subscriptions.ts'
import type { ToSubscribe } from '#web/features/subscriptions/SubscribeDrawer.tsx'
import { lazyExport } from '#web/lib/lazy-export.ts'

const SubscribeDrawer = lazyExport(
  () => import('#web/features/subscriptions/SubscribeDrawer.tsx'),
  'SubscribeDrawer',
)

interface SubscribeButtonProps {
  of: ToSubscribe
  name: string
  /** On a card, where a bell alone says it. */
  isIcon?: boolean
}

/** Opens what subscribes the user to a report; the bell is full when they get it already. */
export function SubscribeButton(props: SubscribeButtonProps) {
  return useMaySubscribe() && <BellButton {...props} />
}

function BellButton({ of, name, isIcon = false }: SubscribeButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const own = useOwnSubscriptionsOf(of.saved?.id)
  const isSubscribed = useGetsOneOf(own)
  const bell = isSubscribed ? (
    <BellFilled style={{ color: 'var(--cb-primary)' }} aria-hidden />
  ) : (
    <BellOutlined aria-hidden />
  )
  const label = isSubscribed ? 'Subscribed' : 'Subscribe'
  return (
    <>
      {isIcon ? (
        <Button
          type="text"
          size="small"
          aria-label={`${label} to ${name}`}
          title={isSubscribed ? 'You get it by email' : 'Get it by email'}
          icon={bell}
          onClick={() => setIsOpen(true)}
        />
      ) : (
        <Button aria-haspopup="dialog" title={label} icon={bell} onClick={() => setIsOpen(true)}>
          {label}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <SubscribeDrawer of={of} name={name} own={own} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
