import { InfoCircleOutlined } from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import { PopoverButton } from '#web/ui/buttons/PopoverButton.tsx'
import { Box } from '#web/ui/layout.tsx'

interface AboutButtonProps {
  /** The title of the page. */
  of: string
  children: ReactNode
}

/** What a page shows, where its head has no room to say it. */
export function AboutButton({ of, children }: AboutButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PopoverButton
      type="text"
      icon={<InfoCircleOutlined />}
      aria-label={`About ${of}`}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      panel={
        <Box as="p" maxWidth="min(320px, calc(100vw - 64px))">
          {children}
        </Box>
      }
    />
  )
}
