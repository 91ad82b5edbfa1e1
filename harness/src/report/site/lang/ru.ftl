### Слова страниц по-русски. Результаты и опубликованная фраза — в report/lang.rs; причины и значения — в words.ru.ftl.

## Рамка

site-name = Перекличка MCP-серверов
site-description = Что сделали удалённые MCP-серверы, когда к ним обратились, с доказательствами.
skip-to-content = Перейти к содержанию
nav-label = Страницы
nav-start = Начало
nav-servers = Все серверы
nav-categories = Категории
nav-reasons = Результаты и причины
nav-changes = Что изменилось
nav-checked = Как проверяется этот каталог
languages-label = Языки
footer-snapshot = Снимок на { $when }: каждый сервер опрошен в один момент и сейчас может вести себя иначе.
footer-correction = Попросить об исправлении или удалении

## Числа

seconds =
    { $count ->
        [one] { $count } секунда
        [few] { $count } секунды
       *[other] { $count } секунд
    }
milliseconds =
    { $count ->
        [one] { $count } миллисекунда
        [few] { $count } миллисекунды
       *[other] { $count } миллисекунд
    }
size-mib = { $count } МиБ
size-kib = { $count } КиБ
size-bytes =
    { $count ->
        [one] { $count } байт
        [few] { $count } байта
       *[other] { $count } байт
    }
times =
    { $count ->
        [one] { $count } раз
        [few] { $count } раза
       *[other] { $count } раз
    }
tools-count =
    { $count ->
        [0] нет инструментов
        [one] { $count } инструмент
        [few] { $count } инструмента
       *[other] { $count } инструментов
    }
remotes-count =
    { $count ->
        [one] { $count } адрес
        [few] { $count } адреса
       *[other] { $count } адресов
    }
and-more =
    { $count ->
        [one] и ещё { $count }
       *[other] и ещё { $count }
    }

## Начальная страница

failures-title = Неудачи
deadline-differs = В этом прогоне предел одного запроса: { $here }; в опубликованной фразе: { $worded }.
run-unfinished = Этот прогон не завершён: показано адресов { $told } из { $listed }.
source-cut-short = Источник записей оборвался до конца:
total-servers = серверов
total-entries = записей
total-remotes = адресов в записях
total-urls = различных URL
total-answered = ответили
total-login = требуют входа
total-failed = неудач
total-not-probed = не проверялись
total-flaky = изменилось при повторе
frequent-causes = Самые частые причины
all-reasons = Все результаты и причины
copies-title = Для программ
copies-feed = лента изменений
charts-title = Графики
more-ways = Другие пути

## Списки

list-count =
    { $count ->
        [0] нет серверов
        [one] { $count } сервер
        [few] { $count } сервера
       *[other] { $count } серверов
    }
list-page = страница { $page } из { $pages }
list-pages = Страницы этого списка
list-previous = Назад
list-next = Дальше
remotes-and-servers = Сервер может указывать несколько адресов, и каждый считается отдельно. Сервер стоит в списке каждого результата, который был хотя бы у одного его адреса.
column-outcome = Результат
column-why = Причина
column-remotes = Адреса
column-urls = URL
column-servers = Серверы
column-category = Категория
categories-intro = Восемь полок по назначению сервера. Сервер, которому не подходит ни одна, остаётся без категории.
categories-rule-link = Правило
categories-without =
    { $count ->
        [one] { $count } сервер без категории.
        [few] { $count } сервера без категории.
       *[other] { $count } серверов без категории.
    }
hosts-title = Хосты со многими записями
hosts-intro =
    { $count ->
        [one] Хосты, на которых указан не менее чем { $count } адрес.
        [few] Хосты, на которых указано не менее { $count } адресов.
       *[other] Хосты, на которых указано не менее { $count } адресов.
    }
host-one-at-a-time = К одному хосту обращаются по одному запросу за раз, сколько бы записей у него ни было.
tool-sets-title = Списки инструментов, общие для многих серверов
tool-sets-intro =
    { $count ->
        [one] Списки инструментов, одинаковые не менее чем у { $count } сервера: шлюзы, шаблоны и копии.
       *[other] Списки инструментов, одинаковые не менее чем у { $count } серверов: шлюзы, шаблоны и копии.
    }
tool-set-title =
    { $count ->
        [one] Список из { $count } инструмента ({ $digest })
       *[other] Список из { $count } инструментов ({ $digest })
    }
tool-set-left-out = не учитывается в категориях
tool-set-left-out-long = Ровно эти инструменты указывает так много серверов, что об отдельном сервере они ничего не говорят: при выборе категории их имена не учитываются.

## Страница сервера

what-to-do = Что делать:
rule-source = Источник:
server-remotes =
    { $count ->
        [one] Указан { $count } адрес.
        [few] Указаны { $count } адреса; лучший назван первым.
       *[other] Указано { $count } адресов; лучший назван первым.
    }
other-remotes = Другие адреса и версии
no-url = нет URL
fact-when = Когда
fact-rule = По какому правилу
fact-transport = Транспорт
fact-status = Статус
fact-rpc-error = Ошибка JSON-RPC
fact-entry-version = Версия записи
fact-flaky = Изменилось
fact-name = Имя
fact-title = Название
fact-version = Версия
fact-protocol = Версия протокола
fact-registry-status = Статус в реестре
fact-repository = Репозиторий
flaky-means = Повторная проверка в конце прогона увидела другой результат.
rule-status = Решает HTTP-статус ответа на { $request }, раньше тела.
rule-result = Решает результат в ответе на { $request }.
rule-event = Событие, которого ждёт { $request }, пришло.
rule-error = Решает ошибка JSON-RPC в ответе на { $request }.
rule-no-reply = Полный HTTP-ответ на { $request } не пришёл.
rule-deadline = Ответ на { $request } не пришёл целиком в срок.
rule-body = Ответ на { $request } пришёл целиком, и решает его тело.
rule-before-contact = Решено до какого-либо обращения.
server-says = Что сервер говорит о себе
not-said = не указано
empty = пусто
login-title = Вход
login-pointer = OAuth
login-schemes = Схемы
tools-title = Инструменты
tools-at-least =
    { $count ->
        [one] не менее { $count } инструмента
       *[other] не менее { $count } инструментов
    }
tools-before =
    { $count ->
        [one] (до этого { $count } инструмент)
        [few] (до этого { $count } инструмента)
       *[other] (до этого { $count } инструментов)
    }
tools-pages =
    { $count ->
        [one] на { $count } странице
       *[other] на { $count } страницах
    }
tools-malformed =
    { $count ->
        [one] (ещё { $count } элемент — не пригодный инструмент)
        [few] (ещё { $count } элемента — не пригодные инструменты)
       *[other] (ещё { $count } элементов — не пригодные инструменты)
    }
tools-kept =
    { $count ->
        [one] Сохранено только первое имя ({ $count }).
        [few] Сохранены только первые { $count } имени.
       *[other] Сохранены только первые { $count } имён.
    }
modern-title = По редакции 2026-07-28
modern-answered = Сервер ответил на server/discover. Названные версии:
modern-silent = Сервер не ответил на server/discover.
findings-title = Замечания
findings-intro = О них стоит сказать; результата они не меняют.
finding-seen = Увидено:
exchanges-title = Разговор
exchanges-caption = Каждый запрос и ответ на него, по порядку
exchange-retry = (повтор)
exchange-no-reply = нет ответа
exchange-decided = (решил этот)
answer-result = результат
answer-error = ошибка JSON-RPC
answer-endpoint = событие endpoint
column-request = Запрос
column-answer = Ответ
column-content-type = Content-Type
column-bytes = Байты
column-ms = мс
sample = Тело начиналось так:
curl-title = Проверьте сами
curl-intro = Команда отправляет то же, что было отправлено, поэтому ответ будет тем же:
category-title = Категория
category-of-bare-url = Это просто URL: ни одна запись не даёт ему имени и описания, поэтому судить можно только по именам его инструментов.
basis-is-name-and-description = По имени и описанию.
basis-is-tool-names = По именам инструментов; имя и описание недостаточно ясно указали на одну категорию.
none-no-tools = Нет: имя и описание недостаточно ясно указывают на одну категорию, а инструменты неизвестны.
none-identical-set =
    { $count ->
        [one] Нет: имя и описание недостаточно ясно указывают на одну категорию, а ровно эти инструменты указывает { $count } сервер, поэтому они не учитываются.
        [few] Нет: имя и описание недостаточно ясно указывают на одну категорию, а ровно эти инструменты указывают { $count } сервера, поэтому они не учитываются.
       *[other] Нет: имя и описание недостаточно ясно указывают на одну категорию, а ровно эти инструменты указывают { $count } серверов, поэтому они не учитываются.
    }
none-too-few-votes =
    { $votes ->
        [one] Нет: имя и описание недостаточно ясно указывают на одну категорию, а на одну категорию указывает менее { $votes } инструмента.
       *[other] Нет: имя и описание недостаточно ясно указывают на одну категорию, а на одну категорию указывает менее { $votes } инструментов.
    }
none-no-lead = Нет: имя и описание недостаточно ясно указывают на одну категорию, а у первой категории инструментов меньше, чем у второй, умноженной на { $lead }.
none-small-share = Нет: имя и описание недостаточно ясно указывают на одну категорию, а у первой категории меньше чем один из { $share } всех инструментов.
words-title = Слова имени и описания, указывающие на категорию
voters-title = Проголосовавшие инструменты
voters-count =
    { $count ->
        [one] { $count } инструмент из { $tools }
        [few] { $count } инструмента из { $tools }
       *[other] { $count } инструментов из { $tools }
    }
column-tool = Инструмент
column-word = Слово
left-out-generic = Не учтены как общие:
left-out-namespace = Не учтено, так как с него начинается каждый инструмент:
same-list =
    { $count ->
        [one] Ещё { $count } сервер указывает ровно те же инструменты.
        [few] Ещё { $count } сервера указывают ровно те же инструменты.
       *[other] Ещё { $count } серверов указывают ровно те же инструменты.
    }
same-list-link = Кто они
namespace-title = Как подтверждается пространство имён
namespace-github = Кто публикует под { $namespace }, должен войти в реестр как учётная запись GitHub { $account } или из рабочего процесса этой организации.
namespace-domain = Кто публикует под { $namespace }, должен подтвердить домен ключом:
namespace-domain-exact = { $domain }: записью TXT или файлом, который отдаёт домен
namespace-domain-above = { $domain }: записью TXT
namespace-no-account = { $given } — не имя учётной записи GitHub, поэтому такое имя не даёт ни одно подтверждение.
namespace-unprovable = Имя не начинается с домена, прочитанного наоборот, поэтому его не даёт ни одно подтверждение.
namespace-not = Такое подтверждение показывает, кто опубликовал запись в то время. Оно не показывает:
namespace-not-owner = что за записью стоит владелец названного продукта или товарного знака;
namespace-not-remotes = что адреса или пакеты принадлежат тому же домену или той же учётной записи;
namespace-not-repository = что репозиторий принадлежит им.
namespace-registry-checks = Реестр проверяет подтверждение при публикации записи. Этот каталог его заново не проверяет.
history-title = История
history-absent = не было в том прогоне
correction-title = Исправление и удаление
server-snapshot = Это то, что одна проверка увидела в один момент и из одного места. Это не оценка достоинств сервера.

## Что изменилось

changes-between = Изменения между прогоном { $before } и прогоном { $after }.
changes-none = Более раннего прогона для сравнения нет.
changes-unfinished = Один из двух последних прогонов не завершён, поэтому они не сравниваются.
changes-unchanged = без изменений
changes-unsure = Переход к «превышен лимит запросов» или от него, а также к результату или от результата, который повторная проверка не подтвердила, или к пропуску в одном из двух прогонов или от него ничего не говорит о сервере.
column-change = Изменение
change-was = было
