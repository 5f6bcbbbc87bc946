import { LinkOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCopyLink } from '#web/ui/buttons/copy-link.ts'

export function CopyLinkButton() {
  const copy = useCopyLink()
  return (
    <Button title="Copy link" icon={<LinkOutlined aria-hidden />} onClick={() => void copy()}>
      Copy link
    </Button>
  )
}
