import { StarFilled, StarOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReportMarks } from '#web/features/report-view/report-use.ts'

interface FavouriteButtonProps {
  id: string
  name: string
  marks: ReportMarks
  size?: 'small' | 'middle'
}

/** A star by which the user marks a report or a saved report. */
export function FavouriteButton({ id, name, marks, size = 'middle' }: FavouriteButtonProps) {
  const isFavourite = marks.isFavourite(id)
  return (
    <Button
      type="text"
      size={size}
      aria-pressed={isFavourite}
      aria-label={`Favorite: ${name}`}
      title={isFavourite ? 'Remove from favorites' : 'Add to favorites'}
      icon={isFavourite ? <StarFilled style={{ color: 'var(--cb-primary)' }} /> : <StarOutlined />}
      onClick={() => marks.toggleFavourite(id)}
    />
  )
}
