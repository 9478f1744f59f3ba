// Functions with several names, as C libraries have them: an alias, a default version and an old one, and a
// static one whose debug information knows it by another name.

struct task {
    int id;
    int (*run)(int);
};

__attribute__((noinline)) int task_create_impl(struct task *task, int id)
{
    task->id = id;
    return task->run ? task->run(id) : -1;
}

__attribute__((noinline)) int task_create_old(struct task *task)
{
    task->id = 0;
    return task->run ? task->run(7) : -2;
}

__attribute__((noinline)) int plain_clone(int flags)
{
    return flags * 3 + 1;
}

int task_clone(int flags) __attribute__((alias("plain_clone")));

__asm__(".symver task_create_impl, task_create@@TASK_2");
__asm__(".symver task_create_old, task_create@TASK_1");
