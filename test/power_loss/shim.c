/*
 * A disk for LD_PRELOAD that holds what was synchronised and nothing else. It watches the folder of POWER_LOSS_ROOT, and
 * writes into that of POWER_LOSS_DISK, by numbers of inodes:
 *
 *   files/N    content of a file when it was synchronised last
 *   folders/N  entries of a folder when that was synchronised last: lines of type (d or f), number and name
 *   links/N    the file itself, so that no other one gets its number once it is removed
 *
 * A folder that was created, and a file that was created, renamed or removed, is so on the disk once the folder above was
 * synchronised. With POWER_LOSS_AT=N the process ends before its synchronisation of that number, from 1.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls;

static void stop(const char *what) {
  fprintf(stderr, "power_loss: cannot %s: %s\n", what, strerror(errno));
  abort();
}

/* Whether a file or folder is below the watched folder, or was before it was removed. */
static int is_watched(const char *descriptor) {
  const char *root = getenv("POWER_LOSS_ROOT");
  char path[PATH_MAX];
  ssize_t length = readlink(descriptor, path, sizeof path - 1);
  if (root == NULL || length < 0) return 0;
  path[length] = 0;
  size_t end = strlen(root);
  return strncmp(path, root, end) == 0 && (path[end] == '/' || path[end] == 0);
}

static void disk_path(char *path, const char *kind, ino_t number, const char *end) {
  snprintf(path, PATH_MAX, "%s/%s/%lu%s", getenv("POWER_LOSS_DISK"), kind, (unsigned long)number, end);
}

/* Opens what takes the place of an entry of the disk once it is whole. */
static int open_part(char *part, const char *kind, ino_t number) {
  char end[32];
  snprintf(end, sizeof end, ".%d", gettid());
  disk_path(part, kind, number, end);
  int target = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (target < 0) stop("write to its disk");
  return target;
}

static void put_in_place(int target, const char *part, const char *kind, ino_t number) {
  char path[PATH_MAX];
  disk_path(path, kind, number, "");
  close(target);
  if (rename(part, path) != 0) stop("write to its disk");
}

static void link_file(int folder, const char *name, ino_t number) {
  char path[PATH_MAX];
  disk_path(path, "links", number, "");
  /* It may have been removed meanwhile, or be linked already. */
  linkat(folder, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

static void keep_file(int fd, const char *descriptor, ino_t number) {
  char part[PATH_MAX];
  /* To close a second descriptor would release the locks of the process, which SQLite holds. It reads its files itself. */
  int is_readable = (fcntl(fd, F_GETFL) & O_ACCMODE) != O_WRONLY;
  int source = is_readable ? fd : open(descriptor, O_RDONLY);
  int target = open_part(part, "files", number);
  loff_t at = 0;
  ssize_t copied;
  while ((copied = copy_file_range(source, &at, target, NULL, 1 << 30, 0)) > 0) continue;
  if (copied < 0) stop("copy a file");
  if (!is_readable) close(source);
  put_in_place(target, part, "files", number);
  link_file(AT_FDCWD, descriptor, number);
}

static void keep_folder(const char *descriptor, ino_t number) {
  char part[PATH_MAX];
  DIR *folder = opendir(descriptor);
  if (folder == NULL) stop("read a folder");
  int target = open_part(part, "folders", number);
  struct dirent *entry;
  struct stat found;
  while ((entry = readdir(folder)) != NULL) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (fstatat(dirfd(folder), entry->d_name, &found, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!S_ISDIR(found.st_mode)) link_file(dirfd(folder), entry->d_name, found.st_ino);
    dprintf(target, "%c %lu %s\n", S_ISDIR(found.st_mode) ? 'd' : 'f', (unsigned long)found.st_ino, entry->d_name);
  }
  closedir(folder);
  put_in_place(target, part, "folders", number);
}

static int keep(int fd) {
  char descriptor[64];
  struct stat found;
  snprintf(descriptor, sizeof descriptor, "/proc/self/fd/%d", fd);
  if (fstat(fd, &found) != 0) return -1;
  if (!is_watched(descriptor)) return 0;
  const char *last = getenv("POWER_LOSS_AT");
  if (last != NULL && atomic_fetch_add(&calls, 1) + 1 == atol(last)) raise(SIGKILL);
  if (S_ISREG(found.st_mode)) keep_file(fd, descriptor, found.st_ino);
  if (S_ISDIR(found.st_mode)) keep_folder(descriptor, found.st_ino);
  return 0;
}

/* Neither waits for the real disk. */
int fsync(int fd) { return keep(fd); }
int fdatasync(int fd) { return keep(fd); }
