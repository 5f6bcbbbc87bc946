import { CopyOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'
import { useMessage } from '#web/ui/message.tsx'

interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'type'> {
  text: string
  /** On the button. */
  label: string
  /** The message once it is copied. */
  done: string
}

/** Puts a text on the clipboard. */
export function CopyButton({ text, label, done, ...button }: CopyButtonProps) {
  const message = useMessage()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      message.success(done)
    } catch {
      message.error('Your browser blocked copying. Select the text and copy it yourself.')
    }
  }
  return (
    <Button {...button} icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
      {label}
    </Button>
  )
}
