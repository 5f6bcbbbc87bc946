import { Flex } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ActiveTag } from '#web/ui/ActiveTag.tsx'

interface RecordNameProps {
  to: string
  name: string
  isActive?: boolean
  /** What else is said of it in a word. */
  children?: ReactNode
}

/** The name of a record in a list, which opens it, and beside it what is particular: a link of its own, not of a text. */
export function RecordName({ to, name, isActive = true, children }: RecordNameProps) {
  return (
    <Flex align="center" gap="small" wrap>
      <Link to={to}>{name}</Link>
      <ActiveTag isActive={isActive} />
      {children}
    </Flex>
  )
}
