import { MailFilled, MailOutlined, SendOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import {
  useGetsOneOf,
  useMaySubscribe,
  useOwnSubscriptionsOf,
} from '#web/features/subscriptions/own-subscriptions.ts'
import type { ToSend } from '#web/features/subscriptions/sending/to-send.ts'
import { lazyExport } from '#web/lib/lazy-export.ts'

const SendDrawer = lazyExport(
  () => import('#web/features/subscriptions/sending/SendDrawer.tsx'),
  'SendDrawer',
)

interface SendButtonProps {
  of: ToSend
  name: string
  /** On a card, where an envelope alone says it; it is full when the user gets the report already. */
  isIcon?: boolean
  label?: string
}

/** Opens what sends a report to the user and to others, once or at times. */
export function SendButton(props: SendButtonProps) {
  return useMaySubscribe() && <OpenButton {...props} />
}

function OpenButton({ of, name, isIcon = false, label = 'Send…' }: SendButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const own = useOwnSubscriptionsOf(of.saved?.id)
  const isSubscribed = useGetsOneOf(own)
  const shared = { 'aria-haspopup': 'dialog' as const, onClick: () => setIsOpen(true) }
  return (
    <>
      {isIcon ? (
        <Button
          type="text"
          size="small"
          aria-label={`Send ${name}`}
          title={isSubscribed ? 'You get it by email' : 'Send it by email'}
          icon={
            isSubscribed ? (
              <MailFilled style={{ color: 'var(--cb-primary)' }} aria-hidden />
            ) : (
              <MailOutlined aria-hidden />
            )
          }
          {...shared}
        />
      ) : (
        <Button title={label} icon={<SendOutlined aria-hidden />} {...shared}>
          {label}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <SendDrawer of={of} name={name} own={own} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
