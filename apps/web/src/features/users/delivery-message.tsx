import type { MailDelivery } from '@callboard/contract/mails'
import { Button } from 'antd'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#web/lib/urls/paths.ts'
import { useMessage } from '#web/ui/message.tsx'

// Long enough to read it and to reach the button by keyboard.
const linkSeconds = 10

/** Returns what says whether a mail to a user went out, and leads to the outbox where it waits there. */
export function useDeliveryMessage(mail: 'invitation' | 'password link' = 'invitation') {
  const message = useMessage()
  const navigate = useNavigate()
  return useCallback(
    (delivery: MailDelivery, address: string) => {
      if (delivery === 'sending') {
        message.success(`The ${mail} is on its way to ${address}.`)
        return
      }
      const key = 'in-the-outbox'
      const open = () => {
        message.destroy(key)
        void navigate(paths.outbox)
      }
      message.info({
        key,
        seconds: linkSeconds,
        content: (
          <>
            No mail server is set up: the {mail} to {address} waits in
            <Button type="link" size="small" onClick={open}>
              the outbox
            </Button>
          </>
        ),
      })
    },
    [mail, message, navigate],
  )
}
