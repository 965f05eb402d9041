# The shortest time of each measurement, in the order of the first run, and what they come to; of
# what is added to a frame, the median.
function median(list,   values, count, i, j, swap) {
  count = split(list, values, " ")
  for (i = 1; i <= count; i++) for (j = i + 1; j <= count; j++)
    if (values[j] + 0 < values[i] + 0) { swap = values[i]; values[i] = values[j]; values[j] = swap }
  return values[int((count + 1) / 2)]
}
{
  key = $1 FS $2
  if (!(key in seen)) { seen[key] = 1; order[++count] = key }
  if ($1 ~ /^added by/) {
    added[key] = added[key] " " $4
    time[key, $3] = median(added[key])
  } else if (!((key, $3) in time) || $4 < time[key, $3]) time[key, $3] = $4
}
function against(what, size, name, threads) {
  if (((what FS size), 1) in time)
    printf "  %-10s %-34s %5.2f times as fast on %d of our threads, %5.2f with two of both\n",
      size, what, time[what FS size, 1] / time[name FS size, threads], threads,
      time[what FS size, 2] / time[name FS size, 2]
}
END {
  printf "\n%-36s %-10s %10s %12s\n", "", "", "1 thread", "2 threads"
  for (i = 1; i <= count; i++) {
    split(order[i], part, FS)
    printf "%-36s %-10s %7.2f ms", part[1], part[2], time[order[i], 1]
    if ((order[i], 2) in time) printf " %9.2f ms", time[order[i], 2]
    print ""
  }
  print "\nthe push against"
  split("780x1688 1170x2532", sizes, " ")
  for (s = 1; s <= 2; s++) for (threads = 1; threads <= 2; threads++) {
    against("cairo: push", sizes[s], "push", threads)
    against("cairo: push, hidden part clipped", sizes[s], "push", threads)
    against("OpenCV: push", sizes[s], "push", threads)
  }
}
