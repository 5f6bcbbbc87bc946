import { App } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'

interface Message {
  content: ReactNode
  /** One takes the place of another one with the same. */
  key: string
  seconds: number
}

type Show = (message: string | Message) => void

const messageSeconds = 5

let shown = 0

/**
 * Says at the foot of the page what was done, where it covers no title and no button of a panel, and stands in one pile with what
 * can be undone. Ant Design's own timer draws a message anew in every frame, and React begins
 * a page that takes longer than a frame again each time: while a message was shown, such a page did not appear.
 */
export function useMessage(): { success: Show; error: Show; info: Show; destroy: (key: string) => void } {
  const { notification } = App.useApp()
  return useMemo(() => {
    const showAs =
      (type: 'success' | 'error' | 'info'): Show =>
      (said) => {
        const { content, key, seconds } =
          typeof said === 'string'
            ? { content: said, key: `message-${shown++}`, seconds: messageSeconds }
            : said
        const close = () => notification.destroy(key)
        notification[type]({
          key,
          role: type === 'error' ? 'alert' : 'status',
          closable: false,
          title: (
            <Closing seconds={seconds} onEnd={close}>
              {content}
            </Closing>
          ),
        })
      }
    return {
      success: showAs('success'),
      error: showAs('error'),
      info: showAs('info'),
      destroy: notification.destroy,
    }
  }, [notification])
}

interface ClosingProps {
  seconds?: number
  onEnd: () => void
  children: ReactNode
}

/** Content of a message or a notice that ends after a time, which waits while the pointer or the focus is on it. */
export function Closing({ seconds = messageSeconds, onEnd, children }: ClosingProps) {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(onEnd, seconds * 1000)
    return () => clearTimeout(timer)
  }, [isHeld, seconds, onEnd])
  return (
    <span
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {children}
    </span>
  )
}
