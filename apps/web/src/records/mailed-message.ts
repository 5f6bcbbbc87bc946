import { useCallback } from 'react'
import { useMessage } from '#web/ui/message.tsx'

// Long enough to read that nothing comes yet.
const noticeSeconds = 10

/** Returns what says that something goes out by email, and that nothing does while there is no mail server. */
export function useMailedMessage(): (said: string, hasMailServer: boolean) => void {
  const message = useMessage()
  return useCallback(
    (said, hasMailServer) => {
      if (hasMailServer) {
        message.success(said)
        return
      }
      message.info({
        key: 'no-mail-server',
        seconds: noticeSeconds,
        content: `${said} No emails are sent until a mail server is set up.`,
      })
    },
    [message],
  )
}
