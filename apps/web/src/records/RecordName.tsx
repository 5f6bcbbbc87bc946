import { Flex } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ActiveTag } from '#web/ui/values/ActiveTag.tsx'

interface RecordNameProps {
  to: string
  name: string
  isActive?: boolean
  /** Anything else to say about it in a word. */
  children?: ReactNode
}

/** The name of a record in a list, as a link to it, with tags beside it. */
export function RecordName({ to, name, isActive = true, children }: RecordNameProps) {
  return (
    <Flex align="center" gap="small" wrap>
      <Link to={to}>{name}</Link>
      <ActiveTag isActive={isActive} />
      {children}
    </Flex>
  )
}
